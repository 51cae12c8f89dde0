import { AppError } from '../../../shared/errors.ts';
import type { ExportOptions, ExportSubject } from '../../../shared/export.ts';
import type { Hit, Transcript } from '../../../shared/schemas.ts';
import { findFile } from '../browse/entries.ts';
import { openTranscript } from '../browse/sessions.ts';
import { skeletonOf } from '../browse/skeleton.ts';
import type { ReadDb } from '../db/handles.ts';
import type { ReaderParts } from '../parts.ts';
import type { Chapter, Document } from './document.ts';

/** Hits of one export: beyond this nobody reads the document. */
export const mostHits = 10_000;

/** Sessions make a document each; anything else makes one. */
export const documentsIn = (subject: ExportSubject) => (subject.what === 'sessions' ? subject.sessions.length : 1);

/** What goes into one of the documents. */
export async function documentOf(
  parts: ReaderParts,
  subject: ExportSubject,
  index: number,
  options: ExportOptions,
  signal?: AbortSignal,
): Promise<Document> {
  if (index >= documentsIn(subject)) throw new AppError('bad_input', `There is no document ${index} in this export.`);
  switch (subject.what) {
    case 'sessions':
      return ofSession(openTranscript(parts.index, subject.sessions[index] ?? ''), options);
    case 'entries':
      return ofEntries(parts.index, subject);
    case 'search':
      return ofSearch(parts, subject.query, signal);
    case 'collection':
      throw new AppError('unavailable', 'Collections are not built yet.');
  }
}

/** A session's own transcript, then those of its subagents. */
function ofSession(opened: Transcript, options: ExportOptions): Document {
  const { session } = opened;
  return { title: session.title, began: session.started, about: [], chapters: chaptersOf(opened, options) };
}

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

function ofEntries(index: ReadDb, subject: Extract<ExportSubject, { what: 'entries' }>): Document {
  const chapter = partOf(index, subject);
  if (chapter.positions?.length === 0) throw new AppError('not_found', 'None of these entries is in the transcript.');
  return { title: chapter.title, began: chapter.session?.started ?? null, about: [], chapters: [chapter] };
}

async function ofSearch(parts: ReaderParts, query: string, signal?: AbortSignal): Promise<Document> {
  const found = await parts.search.run({ query, stage: 'full', limit: mostHits, offset: 0 }, signal);
  const [{ message } = { message: '' }] = found.problems;
  if (found.hits.length === 0) throw new AppError('not_found', message || `Nothing was found for “${query}”.`);
  const places = Map.groupBy(found.hits, ({ session, file }) => `${session}\n${file}`);
  const chapters = [...places.values()].flatMap((hits) => ofHits(parts.index, hits));
  const more = found.total - found.hits.length;
  const about = [`What a search for “${query}” finds.`];
  if (more > 0)
    about.push(`These are the first ${found.hits.length} hits of ${found.exact ? '' : 'more than '}${found.total}.`);
  if (message) about.push(message);
  return { title: query, began: Date.now(), about, chapters };
}

function ofHits(index: ReadDb, hits: readonly Hit[]): Chapter[] {
  const [first] = hits;
  return first ? [partOf(index, { ...first, positions: hits.map(({ position }) => position) })] : [];
}
