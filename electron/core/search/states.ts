import { entriesWithAny, sessionsWithAny } from '../secrets/counted.ts';
import type { Catalogue } from './catalogue.ts';
import { allOf, type Condition } from './condition.ts';
import { Meanings, ofKinds, type Leaf, type Meaning } from './meaning.ts';

type State = Extract<Leaf, { kind: 'is' | 'has' }>;

/** Told by the session's row. */
const ofSession: Readonly<Record<string, string>> = {
  'is:deleted': 'source_deleted = 1',
  'is:ghost': 'ghost = 1',
  'is:fork': `json_extract(details, '$.forkedFrom') IS NOT NULL OR family IN
    (SELECT family FROM session WHERE family IS NOT NULL GROUP BY family HAVING count(*) > 1)`,
  'has:pr': `json_array_length(details, '$.pullRequests') > 0`,
};

/** Told by a call's tool. */
const ofTool: Readonly<Record<string, readonly string[]>> = {
  'has:diff': ['edit', 'multiedit', 'write', 'notebookedit'],
  'has:todo': ['todowrite', 'taskcreate', 'taskupdate'],
  'has:plan': ['exitplanmode'],
};

/** Told by an entry, and of its session by a count. */
const ofEntry: Readonly<Record<string, { sessions: string; condition: Condition }>> = {
  'is:error': { sessions: 'errors > 0', condition: { kind: 'flag', flag: 'error' } },
  'is:subagent': { sessions: 'subagents > 0', condition: { kind: 'flag', flag: 'sidechain' } },
};

/** `is:` and `has:`. */
export function stateMeaning(leaf: State, catalogue: Catalogue): Meaning {
  const state = `${leaf.kind}:${leaf.value}`;
  const meanings = new Meanings(catalogue, leaf);
  const sessionsWhere = (where: string) => () => catalogue.ids(`SELECT id FROM session WHERE ${where}`);
  const [where, tools, entry] = [ofSession[state], ofTool[state], ofEntry[state]];
  if (where !== undefined) return meanings.ofSessions(sessionsWhere(where));
  if (tools) {
    const { sessions, entries } = meanings.ofTools(tools);
    return { sessions, entries: () => allOf([entries(), ofKinds(['tool_call'])]) };
  }
  if (entry) return { sessions: sessionsWhere(entry.sessions), entries: () => entry.condition };
  if (state === 'has:secret') {
    const ids = () => catalogue.keep(`entries ${state}`, () => catalogue.ids(entriesWithAny));
    return { sessions: () => catalogue.ids(sessionsWithAny), entries: () => ({ kind: 'ids', ids: ids() }) };
  }
  if (state === 'has:image') {
    return meanings.ofEntries({ kind: 'flag', flag: 'image' }, 'SELECT DISTINCT file FROM entry WHERE image = 1');
  }
  return state === 'is:live' ? liveMeaning(catalogue) : meanings.ofKinds(['thinking']);
}

/** Never kept: it changes by time alone. */
const liveMeaning = (catalogue: Catalogue): Meaning => ({
  sessions: () => catalogue.live(),
  entries: () => catalogue.inSessions(catalogue.live()),
});
