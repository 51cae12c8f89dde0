import type { ExportOptions } from '../../../shared/export.ts';
import type { Transcript } from '../../../shared/schemas.ts';
import { findFile } from '../browse/entries.ts';
import { openTranscript } from '../browse/sessions.ts';
import { skeletonOf } from '../browse/skeleton.ts';
import type { ReadDb } from '../db/handles.ts';
import type { Chapter } from './document.ts';

/** A session's own transcript, then those of its subagents. */
export function chaptersOf({ session, details, files }: Transcript, { subagents }: ExportOptions): Chapter[] {
  const common = { session, details, positions: null, words: '' };
  const agents = subagents ? files.filter(({ agent, entries }) => agent !== null && entries > 0) : [];
  return [
    { ...common, what: 'session', title: session.title, file: session.file },
    ...agents.map(({ file, task, agentType, agent }, nth): Chapter => {
      const title = task ?? agentType ?? agent ?? `Subagent ${nth + 1}`;
      return { ...common, what: 'agent', title, file, words: agentType ?? '' };
    }),
  ];
}

interface Place {
  readonly session: string;
  readonly file?: string | undefined;
  readonly positions: readonly number[];
}

/** Some entries of a transcript; a call brings its results, a result its call. */
export function partOf(index: ReadDb, { session: ref, file, positions }: Place): Chapter {
  const { session, details, files } = openTranscript(index, ref);
  const open = findFile(index, session.ref, file);
  const agent = files.find((one) => one.file === open.path && one.agent !== null);
  return {
    ...{ what: 'part', session, details, file: open.path },
    title: session.title,
    positions: withAnswers(index, open, positions),
    words: agent ? (agent.task ?? agent.agentType ?? 'A subagent') : '',
  };
}

function withAnswers(index: ReadDb, file: { id: number; entries: number }, positions: readonly number[]): number[] {
  const { results } = skeletonOf(index, file);
  const calls = new Map([...results].flatMap(([call, answers]) => answers.map((answer) => [answer, call] as const)));
  const wanted = new Set<number>();
  for (const position of positions) {
    if (position >= file.entries) continue;
    const call = calls.get(position) ?? position;
    for (const one of [call, position, ...(results.get(call) ?? [])]) wanted.add(one);
  }
  return [...wanted].sort((a, b) => a - b);
}
