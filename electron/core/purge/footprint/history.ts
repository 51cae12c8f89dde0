import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadDb } from '../../db/handles.ts';
import { asText, asTime, type RawRecord } from '../../ingest/parse.ts';
import { hashOf, parse, pastesOf, piecesOf, sessionOf, sharedLines } from './lines.ts';
import { childrenOf } from './named.ts';
import { keep, rewritten, wholePlace, type Place } from './place.ts';
import type { Target } from './target.ts';

/** A prompt may be noted a little before its session says it began, and after it says it ended. */
const slack = 5 * 60_000;

interface Sorted {
  readonly bytes: Map<string, number>;
  /** Hashes of the lines that name no session. */
  readonly hashes: string[];
  readonly lines: number;
  /** Pastes that what goes refers to, with the session, and all that what stays refers to. */
  readonly going: ReadonlyMap<string, string>;
  readonly staying: ReadonlySet<string>;
}

/** What history.jsonl knows of sessions, and the pastes that only they refer to. */
export function historyPlaces(index: ReadDb, root: string, targets: readonly Target[]): Place[] {
  const path = join(root, 'history.jsonl');
  if (!existsSync(path)) return [];
  const found = sortLines(path, ownerIn(index, targets));
  if (found.lines === 0) return [];
  const bytes = [...found.bytes.values()].reduce((sum, one) => sum + one, 0);
  const ids = targets.filter(({ ref }) => found.bytes.has(ref)).map(({ sessionId }) => sessionId);
  const { lines, hashes } = found;
  const detail = { kind: 'lines', ids, hashes } as const;
  const history = rewritten({ path, what: 'history', bytes, lines, of: found.bytes, detail }, root);
  if (history.action === 'keep') return [history];
  return [history, ...pastePlaces(root, path, found)];
}

function sortLines(path: string, ownerOf: (record: RawRecord) => Target | undefined): Sorted {
  const [bytes, hashes, going, staying] = [
    new Map<string, number>(),
    new Array<string>(),
    new Map<string, string>(),
    new Set<string>(),
  ];
  let lines = 0;
  for (const line of sharedLines(path)) {
    for (const piece of line.records.length > 0 ? piecesOf(line.bytes.toString('utf8')) : []) {
      const record = parse(piece);
      if (!record) continue;
      const owner = ownerOf(record);
      for (const hash of pastesOf(record))
        if (owner) going.set(hash, owner.ref);
        else staying.add(hash);
      if (!owner) continue;
      if (sessionOf(record) === null) hashes.push(hashOf(piece));
      bytes.set(owner.ref, (bytes.get(owner.ref) ?? 0) + Buffer.byteLength(piece) + 1);
      lines += 1;
    }
  }
  return { bytes, hashes, lines, going, staying };
}

function pastePlaces(root: string, history: string, { going, staying }: Sorted): Place[] {
  if (going.size === 0) return [];
  const folder = join(root, 'paste-cache');
  return childrenOf(folder).flatMap(({ name }): Place[] => {
    const hash = name.replace(/\..*$/, '');
    const ref = going.get(hash);
    const places = ref === undefined ? [] : wholePlace(join(folder, name), 'paste', ref);
    if (staying.has(hash)) return keep(places, 'Another session pasted the same.');
    return places.map((place) => ({ ...place, detail: { kind: 'paste', hash, history } }));
  });
}

/** Whose a prompt is. Old versions did not say: then it is known by its folder, its time and its words together. */
export function ownerIn(index: ReadDb, targets: readonly Target[]): (record: RawRecord) => Target | undefined {
  const byId = Map.groupBy(targets, ({ sessionId }) => sessionId);
  const inFolder = (target: Target, record: RawRecord) => target.projects.includes(asText(record['project']) ?? '');
  const promptsOf = openPrompts(index);
  return (record) => {
    const id = sessionOf(record);
    if (id !== null) return byId.get(id)?.find((one) => !one.shared || inFolder(one, record));
    const time = asTime(record['timestamp']);
    const text = plain(asText(record['display']) ?? '');
    if (time === null || text === '') return undefined;
    return targets.find(
      (one) => isWithin(one, time) && inFolder(one, record) && promptsOf(one).some((said) => says(said, text)),
    );
  };
}

const isWithin = ({ started, ended }: Target, time: number) =>
  started !== null && ended !== null && time >= started - slack && time <= ended + slack;

const plain = (text: string) => text.replace(/^!/, '').replace(/\s+/g, ' ').trim();
const placeholder = /\[(?:Pasted text|Image|\.\.\.Truncated text) #\d+[^\]]*\]/;

/** What was typed with something pasted in is in the transcript with the paste in its place. */
function says(said: string, typed: string): boolean {
  if (said === typed) return true;
  const parts = typed.split(placeholder).map((part) => part.trim());
  if (parts.length === 1 || parts.every((part) => part === '')) return false;
  let at = 0;
  for (const part of parts) {
    const found = said.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

function openPrompts(index: ReadDb): (target: Target) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  const select = index
    .prepare(
      `SELECT text FROM file JOIN entry ON entry.file = file.id AND role = 'user' JOIN entry_text ON entry_text.id = entry.id
       WHERE file.session = ?`,
    )
    .pluck();
  return ({ ref, row }) => {
    const prompts = known.get(ref) ?? (row === null ? [] : (select.all(row) as string[]).map(plain));
    known.set(ref, prompts);
    return prompts;
  };
}

/** Whether a prompt in a history refers to a paste. */
export function isPasted(hash: string, history: string): boolean {
  if (!existsSync(history)) return false;
  for (const { records } of sharedLines(history)) if (records.some((one) => pastesOf(one).includes(hash))) return true;
  return false;
}
