import type { TextField } from '../../../shared/query/query.ts';
import type { Kind, Role } from '../../../shared/schemas.ts';
import type { Catalogue } from './catalogue.ts';
import { meaningInLibrary } from './library-filters.ts';
import { Meanings, type Leaf, type Meaning } from './meaning.ts';
import { stateMeaning } from './states.ts';

export function meaningOf(leaf: Leaf, catalogue: Catalogue): Meaning {
  const kept = meaningInLibrary(leaf, catalogue);
  if (kept) return kept;
  switch (leaf.kind) {
    case 'filter':
      return fieldMeaning(leaf, catalogue);
    case 'is':
    case 'has':
      return stateMeaning(leaf, catalogue);
    case 'tokens':
      return tokensMeaning(leaf, catalogue);
    case 'time':
      return timeMeaning(leaf, catalogue);
  }
}

/** By field: where its texts are. The second column is a text, or a JSON list of them. */
const texts: Partial<Record<TextField, { of: 'session' | 'file'; select: string }>> = {
  project: { of: 'session', select: 'SELECT id, project FROM session' },
  title: { of: 'session', select: 'SELECT id, title FROM session' },
  branch: { of: 'session', select: `SELECT id, json_extract(details, '$.branches') FROM session` },
  version: { of: 'session', select: `SELECT id, json_extract(details, '$.versions') FROM session` },
  // An entry does not say which model wrote it, its transcript does: a subagent's has its own.
  model: {
    of: 'file',
    select: `SELECT id, json_extract(CASE facts WHEN '' THEN '{}' ELSE facts END, '$.models') FROM file`,
  },
  file: { of: 'file', select: 'SELECT file, path FROM touched' },
};

function fieldMeaning(leaf: Extract<Leaf, { kind: 'filter' }>, catalogue: Catalogue): Meaning {
  const { field, values } = leaf;
  const meanings = new Meanings(catalogue, leaf);
  const wanted = values.map((value) => value.toLowerCase());
  const holds = (value: string | number | null) => {
    const text = String(value ?? '').toLowerCase();
    return wanted.some((one) => text.includes(one));
  };
  const place = texts[field];
  if (place) {
    const find = () => catalogue.where(place.select, holds);
    return place.of === 'session' ? meanings.ofSessions(find) : meanings.ofFiles(find);
  }
  const marks = values.map(() => '?').join();
  switch (field) {
    case 'session': {
      // Where two sessions share an id, only a file names one of them.
      const byFile = `SELECT session FROM file WHERE path IN (${marks}) AND session IS NOT NULL`;
      const byId = () => catalogue.where('SELECT id, session_id FROM session', holds);
      return meanings.ofSessions(() => new Set([...byId(), ...catalogue.ids(byFile, ...values)]));
    }
    case 'tool':
      return meanings.ofTools(wanted);
    case 'kind':
      return meanings.ofKinds(values as Kind[]);
    default: {
      const holding = `SELECT DISTINCT file FROM entry WHERE role IN (${marks})`;
      return meanings.ofEntries({ kind: 'roles', roles: values as Role[] }, holding, ...values);
    }
  }
}

/** Tokens as the window counts them: what is read from the cache would drown the rest. */
function tokensMeaning(leaf: Extract<Leaf, { kind: 'tokens' }>, catalogue: Catalogue): Meaning {
  const spent = 'SELECT id FROM session WHERE input + output + cache_write BETWEEN ? AND ?';
  const { min, max } = leaf;
  const find = () => catalogue.ids(spent, min ?? 0, max ?? Number.MAX_SAFE_INTEGER);
  return new Meanings(catalogue, leaf).ofSessions(find);
}

function timeMeaning(leaf: Extract<Leaf, { kind: 'time' }>, catalogue: Catalogue): Meaning {
  const [from, to] = [leaf.from ?? -Infinity, leaf.to ?? Infinity];
  const overlapping = `SELECT id FROM session WHERE coalesce(ended, modified) >= ? AND coalesce(started, modified) < ?`;
  return {
    sessions: () => catalogue.ids(overlapping, from, to),
    entries: () => ({ kind: 'span', from, to }),
  };
}
