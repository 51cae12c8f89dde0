import { createHash } from 'node:crypto';
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteDb } from '../db/handles.ts';
import { nothingHidden } from '../purge/tombstones.ts';
import type { Batch } from './batch.ts';
import { reasonOf, type Discovery } from './discover.ts';
import { noFacts, oneLine, type Facts } from './facts.ts';
import { storable, stringsIn, withIndexed } from './normalise/block.ts';
import { asObject, asText, asTime, parseLine } from './parse.ts';
import type { TakenRecord } from './parse-file.ts';
import { readLines, withoutEnd } from './read.ts';
import type { RunOptions } from './run.ts';

/** Marks a file of the index that is no transcript but what history.jsonl remembers of one. */
export const ghostMark = '#history';
/** A session that has just begun has a prompt before it has a transcript. */
const tooYoung = 10 * 60_000;

interface Ghost {
  readonly sessionId: string;
  readonly project: string;
  readonly records: TakenRecord[];
}

interface Version {
  readonly size: number;
  readonly mtime: number;
}

/**
 * Claude Code sweeps transcripts but keeps every prompt in history.jsonl. Sessions of which nothing else is left are
 * shown as ghosts. Returns how many came or went. A history is looked at when it changed, or when sessions came or went
 * (then `Batch` has dropped the note of what was looked at), or when it has prompts that were too young.
 */
export function refreshGhosts(
  db: WriteDb,
  batch: Batch,
  { roots, hidden = nothingHidden }: Pick<RunOptions, 'roots' | 'hidden'>,
  unreadable: Discovery['unreadable'],
): number {
  const noted = db.prepare('SELECT size, mtime FROM history WHERE path = ?');
  const note = db.prepare('INSERT OR REPLACE INTO history (path, size, mtime) VALUES (?, ?, ?)');
  const transcript = db.prepare('SELECT 1 FROM session WHERE session_id = ? AND ghost = 0').pluck();
  const isElse = (path: string, sessionId: string, time: number | null) =>
    transcript.get(sessionId) !== undefined || hidden.prompt(path, sessionId, time);
  let changed = 0;
  for (const root of roots) {
    const path = join(root, 'history.jsonl');
    try {
      const { size, mtime } = versionOf(path);
      const before = (noted.get(path) as Version | undefined) ?? { size: 0, mtime: 0 };
      if (before.size === size && before.mtime === mtime) continue;
      batch.begin();
      batch.settle();
      const { ghosts, young } =
        size > 0 ? readGhosts(path, (sessionId, time) => isElse(path, sessionId, time)) : { ghosts: [], young: false };
      changed += replaceGhosts(batch, root, path, ghosts);
      if (!young) note.run(path, size, mtime);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      unreadable.push({ path, reason: reasonOf(error) });
    }
  }
  return changed;
}

function versionOf(path: string): Version {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { size: stat?.size ?? 0, mtime: stat?.mtimeMs ?? 0 };
}

function replaceGhosts(batch: Batch, root: string, path: string, wanted: readonly Ghost[]): number {
  const present = new Map(
    batch.store
      .files()
      .filter(({ agent, path: name }) => agent === ghostMark && name.startsWith(`${path}#`))
      .map((state) => [state.path, state]),
  );
  let changed = 0;
  for (const ghost of wanted) {
    const name = `${path}#${ghost.sessionId}`;
    const state = present.get(name);
    present.delete(name);
    if (state?.guard === guardOf(ghost)) continue;
    if (state) batch.markGone(state, 'follow');
    addGhost(batch, root, name, ghost);
    changed += 1;
  }
  for (const state of present.values()) batch.markGone(state, 'follow');
  return changed + present.size;
}

function addGhost(batch: Batch, root: string, path: string, ghost: Ghost): void {
  const { sessionId, project, records } = ghost;
  const facts = factsOf(ghost);
  const file = { root, path, folder: '', agent: ghostMark, sessionId, size: 0, mtime: facts.ended ?? 0, inode: 0 };
  const state = batch.open(file, undefined, false);
  const place = {
    inode: 0,
    restart: false,
    offset: 0,
    lines: 0,
    guard: guardOf(ghost),
    bytes: 0,
    error: null,
    done: true,
  };
  batch.take(state, file, { ...place, records, others: 0, faults: [], unknown: [], facts });
  state.session = batch.sessionStore.addGhost(sessionId, project, path);
  batch.touch(state);
}

/** Tells whether a line of it was changed, moved, added or taken away. */
function guardOf({ records }: Ghost): string {
  const hash = createHash('sha256');
  for (const { offset, blocks } of records) hash.update(`${offset} ${blocks[0]?.text ?? ''}\n`);
  return hash.digest('base64');
}

function readGhosts(
  path: string,
  isNone: (sessionId: string, time: number | null) => boolean,
): { ghosts: Ghost[]; young: boolean } {
  let young = false;
  const ghosts = new Map<string, Ghost>();
  const fd = openSync(path, 'r');
  try {
    let line = 0;
    for (const { bytes, offset } of readLines(fd, 0)) {
      line += 1;
      const length = bytes ? withoutEnd(bytes) : 0;
      for (const record of bytes ? parseLine(bytes).records : []) {
        const sessionId = storable(asText(record['sessionId']) ?? '');
        const time = asTime(record['timestamp']);
        if (sessionId === '' || isNone(sessionId, time)) continue;
        if (time !== null && Date.now() - time < tooYoung) {
          young = true;
          continue;
        }
        const project = asText(record['project']) ?? '';
        const ghost = ghosts.get(sessionId) ?? { sessionId, project, records: [] };
        ghosts.set(sessionId, ghost);
        const pasted = stringsIn(
          Object.values(asObject(record['pastedContents'])).map((one) => asObject(one)['content']),
        );
        const text = storable([asText(record['display']) ?? '', ...pasted].join('\n'));
        ghost.records.push(promptRecord(text, time, { line, offset, length }));
      }
    }
  } finally {
    closeSync(fd);
  }
  return { ghosts: [...ghosts.values()], young };
}

const promptRecord = (
  text: string,
  time: number | null,
  place: Pick<TakenRecord, 'line' | 'offset' | 'length'>,
): TakenRecord => ({
  ...{ uuid: null, parentUuid: null, time, sidechain: false, message: false, usage: null, touches: [], ...place },
  blocks: [withIndexed({ kind: 'prompt', role: 'user', text, subtype: 'history' })],
});

function factsOf({ project, records }: Ghost): Facts {
  const times = records.flatMap(({ time }) => time ?? []);
  return {
    ...noFacts(),
    cwds: project === '' ? [] : [project],
    firstPrompt: oneLine(records[0]?.blocks[0]?.text ?? ''),
    started: times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : null,
    ended: times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : null,
  };
}
