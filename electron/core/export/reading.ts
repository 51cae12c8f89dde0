import { setImmediate } from 'node:timers/promises';
import { largestPart, type Detail } from '../../../shared/detail.ts';
import type { ExportOptions } from '../../../shared/export.ts';
import type { Entry } from '../../../shared/schemas.ts';
import { listDetails } from '../browse/detail/details.ts';
import { findFile, listEntries, type OpenFile } from '../browse/entries.ts';
import { skeletonOf, type Skeleton } from '../browse/skeleton.ts';
import type { CopyOf } from '../archive/list.ts';
import type { ReadDb } from '../db/handles.ts';
import type { Cleaner } from './clean.ts';
import type { Chapter } from './document.ts';
import { picturesOf, type Picture } from './pictures.ts';

export interface Reading {
  readonly index: ReadDb;
  readonly cleaner: Cleaner;
  /** Where the archive has a copy of a transcript that is gone. */
  readonly copyOf: CopyOf;
  readonly options: ExportOptions;
}

/** What a document shows in one piece: an entry, or a call with what came back. */
export interface Item {
  readonly entry: Entry;
  /** Its letter of `codes`. */
  readonly code: string;
  readonly results: readonly Entry[];
  readonly detail: Detail | null;
  readonly pictures: readonly Picture[];
}

/** Entries at a time: their records are in memory together. */
const pageSize = 50;

/** What a chapter shows, in order and clean. The thread takes a breath after each page. */
export async function* itemsOf(reading: Reading, chapter: Chapter): AsyncGenerator<Item> {
  if (!chapter.session) return;
  const file = findFile(reading.index, chapter.session.ref, chapter.file);
  const skeleton = skeletonOf(reading.index, file);
  for (const positions of pages(shownIn(chapter, skeleton, reading.options), pageSize)) {
    yield* pageOf(reading, { session: chapter.session.ref, file, skeleton, positions });
    await setImmediate();
  }
}

interface Page {
  readonly session: string;
  readonly file: OpenFile;
  readonly skeleton: Skeleton;
  readonly positions: readonly number[];
}

const detailed = new Set(['tool_call', 'hook', 'attachment', 'compaction', 'error', 'unknown', 'image']);

/** What was asked and planned belongs to the conversation, whatever becomes of the output of tools. */
const conversing = /^(AskUserQuestion|ExitPlanMode|exit_plan_mode)$/;
const isWhole =
  ({ toolOutput }: ExportOptions) =>
  ({ kind, tool }: Entry) =>
    toolOutput || kind === 'compaction' || kind === 'error' || kind === 'image' || conversing.test(tool ?? '');

function pageOf({ index, cleaner, copyOf, options }: Reading, page: Page): Item[] {
  const { session, file, skeleton, positions } = page;
  const answers = options.toolOutput ? positions.flatMap((position) => skeleton.results.get(position) ?? []) : [];
  const place = { session, file: file.path };
  const wanted = [...positions, ...answers];
  const { entries } = listEntries(index, { ...place, positions: wanted, limit: wanted.length, offset: 0 });
  const withDetail = entries.filter(({ kind, image }) => detailed.has(kind) || image);
  const [whole, lines] = [withDetail.filter(isWhole(options)), withDetail.filter((entry) => !isWhole(options)(entry))];
  // Before the texts: what a record calls a password is one in the text, too.
  const details = [whole, lines].flatMap((some, nth) => {
    const asked = { ...place, positions: some.map(({ position }) => position), full: nth === 0, most: largestPart };
    return some.length === 0 ? [] : listDetails(index, asked, copyOf, cleaner).details;
  });
  const detailAt = new Map(details.map((detail) => [detail.position, detail]));
  const entryAt = new Map(entries.map((entry) => [entry.position, cleanEntry(entry, cleaner.field)]));
  return positions.flatMap((position): Item[] => {
    const entry = entryAt.get(position);
    if (!entry) return [];
    const results =
      answers.length > 0 ? (skeleton.results.get(position) ?? []).flatMap((at) => entryAt.get(at) ?? []) : [];
    const detail = detailAt.get(position) ?? null;
    const pictures = detail && options.images ? picturesOf(index, place, detail.images, copyOf) : [];
    return [{ entry, code: skeleton.kinds[position] ?? '', results, detail, pictures }];
  });
}

/** Its kind and its role are our words; all others are the transcript's. */
export function cleanEntry(entry: Entry, clean: Cleaner['field']): Entry {
  const { uuid, parentUuid, subtype, text, tool, agentFile } = entry;
  const texts = Object.entries({ uuid, parentUuid, subtype, tool, agentFile });
  const cleaned = texts.map(([name, value]) => [name, value === null ? null : clean(name, value)] as const);
  return { ...entry, ...Object.fromEntries(cleaned), text: clean('text', text) };
}

/** The conversation as it stands, or what was chosen; results are shown with their calls. */
export function shownIn({ positions }: Chapter, skeleton: Skeleton, options: ExportOptions): number[] {
  const { kinds, graph, results } = skeleton;
  const all = positions ?? Array.from(kinds, (_, position) => position).filter((at) => graph.branches[at] === 0);
  const chosen = new Set(all);
  const answers = new Set([...results].flatMap(([call, those]) => (chosen.has(call) ? those : [])));
  return all.filter((position) => {
    const kind = kinds[position];
    if (kind === 't') return options.thinking;
    if (kind === 'r') return options.toolOutput && !answers.has(position);
    return kind !== 'i' || options.images;
  });
}

export function* pages<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
