import type { Bookmark, Spot } from '../../shared/library.ts';
import type { Row } from './rows.ts';
import type { Shape } from './shape.ts';

/** By what two places of one session are known to be the same. */
export function placeKey({ file, position, end }: Pick<Spot, 'file' | 'position' | 'end'>): string {
  return position === undefined ? 'session' : `${file ?? ''}\n${position}\n${end ?? position}`;
}

/** The same of a bookmark; null where its place is gone. */
export function keyOf({ scope, file, position, end }: Bookmark): string | null {
  if (scope === 'session') return 'session';
  return position === null
    ? null
    : placeKey({ ...(file === null ? {} : { file }), position, ...(end === null ? {} : { end }) });
}

/** A change that was asked for and not yet answered: a bookmark as it will be, or that there is none any more. */
export interface Wanted {
  readonly place: string;
  readonly bookmark: Bookmark | null;
}

/** What is shown while changes are under way: as if all of them had come true. */
export function withWanted(known: readonly Bookmark[], wanted: readonly Wanted[]): readonly Bookmark[] {
  if (wanted.length === 0) return known;
  const last = new Map(wanted.map((one) => [one.place, one.bookmark]));
  const rest = known.filter((bookmark) => !last.has(keyOf(bookmark) ?? ''));
  return [...rest, ...[...last.values()].filter((bookmark) => bookmark !== null)].sort(byPlace);
}

const byPlace = (a: Bookmark, b: Bookmark) =>
  (a.file ?? '').localeCompare(b.file ?? '') || (a.position ?? -1) - (b.position ?? -1);

/** The bookmarks of one transcript, ready to be asked by position. */
export interface FileMarks {
  readonly entries: ReadonlyMap<number, Bookmark>;
  readonly spans: readonly Bookmark[];
}

export function byFile(bookmarks: readonly Bookmark[]): Map<string, FileMarks> {
  const files = new Map<string, { entries: Map<number, Bookmark>; spans: Bookmark[] }>();
  for (const bookmark of bookmarks) {
    const { scope, position } = bookmark;
    if (scope === 'session' || position === null) continue;
    const name = bookmark.file ?? '';
    const file = files.get(name) ?? { entries: new Map<number, Bookmark>(), spans: [] };
    files.set(name, file);
    if (scope === 'entry') file.entries.set(position, bookmark);
    else file.spans.push(bookmark);
  }
  return files;
}

/** The last position that a row shows something of: a call shows what came back, a folded line its parts. */
export function endOf({ position, parts }: Pick<Row, 'position' | 'parts'>, shape: Shape): number {
  return [position, ...parts].reduce((last, part) => Math.max(last, part, ...shape.results(part)), position);
}

/** What a row shows in its margin. */
export interface RowMark {
  /** Those that begin in it. */
  readonly bookmarks: readonly Bookmark[];
  /** Whether a span goes through it. */
  readonly within: boolean;
}

const unmarked: RowMark = { bookmarks: [], within: false };

export function markOf(marks: FileMarks | undefined, row: Row, shape: Shape): RowMark {
  if (!marks || row.what === 'versions') return unmarked;
  const shown = [row.position, ...row.parts].flatMap((part) => [part, ...shape.results(part)]);
  const entries = shown.flatMap((position) => marks.entries.get(position) ?? []);
  const end = endOf(row, shape);
  const spans = marks.spans.filter((span) => (span.position ?? 0) <= end && (span.end ?? 0) >= row.position);
  if (entries.length === 0 && spans.length === 0) return unmarked;
  const begun = spans.filter(({ position }) => shown.includes(position ?? -1));
  return { bookmarks: [...entries, ...begun], within: spans.length > 0 };
}

/** Which turns have something bookmarked in them, by the index of their prompts. */
export function turnsOf(marks: FileMarks | undefined, prompts: readonly { readonly position: number }[]): Set<number> {
  const positions = marks ? [...marks.entries.keys(), ...marks.spans.map(({ position }) => position ?? -1)] : [];
  return new Set(positions.map((at) => prompts.findLastIndex((prompt) => prompt.position <= at)));
}
