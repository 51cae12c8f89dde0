// Real transcripts as a Claude folder that is long enough to be measured.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const apiId = /\b(msg|toolu|req|agent)([_-])[0-9A-Za-z]{3}(?=[0-9A-Za-z])/g;
const moment = /"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g;
const day = 86_400_000;
/** Copies are as far from each other as the sessions of two weeks. */
const apart = 14 * day;

/**
 * A Claude folder that is large enough is measured where it is, and only read. Anything else, such as a tree of loose
 * .jsonl files, is laid out in `into`, as often as it takes to reach `bytes`, each time with other ids and at another
 * time. A file is as old as its last record, as it is where Claude Code wrote it.
 */
export function realFolder(folder, into, bytes) {
  const isClaudeFolder = existsSync(join(folder, 'projects'));
  const source = isClaudeFolder ? join(folder, 'projects') : folder;
  const transcripts = transcriptsIn(source);
  const size = transcripts.reduce((sum, file) => sum + statSync(join(source, file)).size, 0);
  if (size === 0) throw new Error('There are no .jsonl files in the folder that --real names.');
  if (isClaudeFolder && size >= bytes) return { dir: folder, bytes: size };
  const copies = Math.ceil(bytes / size);
  for (let copy = 0; copy < copies; copy += 1) {
    for (const file of transcripts) layOut(join(source, file), file, into, copy);
  }
  return { dir: into, bytes: size * copies };
}

const transcriptsIn = (source) =>
  readdirSync(source, { recursive: true }).filter(
    (file) => file.endsWith('.jsonl') && !/^(history|journal)\.jsonl$/.test(basename(file)),
  );

function layOut(path, file, into, copy) {
  const text = renamed(readFileSync(path, 'latin1'), copy); // bytes in, bytes out
  const target = join(into, 'projects', renamed(placeOf(file, text), copy));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text, 'latin1');
  const time = lastMoment(text) ?? Date.now() - (parseInt(digest(target).slice(0, 6), 16) / 0xffffff) * 60 * day;
  utimesSync(target, time / 1000, time / 1000);
}

/** A path as Claude Code would have it: PROJECT/SESSION.jsonl or PROJECT/SESSION/subagents/agent-ID.jsonl. */
function placeOf(file, text) {
  const parts = file.split(sep);
  const deep = parts.indexOf('subagents');
  if (deep > 1) return join(folderName(parts.slice(0, deep - 1)), ...parts.slice(deep - 1));
  const name = basename(file);
  if (name.startsWith('agent-') || new RegExp(`^${uuid.source}.jsonl$`).test(name)) {
    return join(folderName(parts.slice(0, -1)), name);
  }
  const sessionId = new RegExp(`"sessionId":"(${uuid.source})"`).exec(text)?.[1] ?? asUuid(digest(file));
  return join(folderName(parts.slice(0, -1)), `${sessionId}.jsonl`);
}

function folderName(parts) {
  const name = parts.join('-').replace(/[^a-zA-Z0-9]/g, '-');
  return `-real-${name.slice(-100)}`;
}

const digest = (text) => createHash('sha256').update(text).digest('hex');
const asUuid = (hex) => [8, 12, 16, 20, 32].map((end, at) => hex.slice([0, 8, 12, 16, 20][at], end)).join('-');

function lastMoment(text) {
  const last = text.match(moment)?.at(-1);
  return last === undefined ? null : Date.parse(JSON.parse(last));
}

/** The first copy is as it was; in the others every id differs from all before, and the same ids are still the same. */
function renamed(text, copy) {
  if (copy === 0) return text;
  const mark = copy.toString(16).padStart(3, '0');
  const earlier = (time) => JSON.stringify(new Date(Date.parse(JSON.parse(time)) - copy * apart));
  return text
    .replace(uuid, (id) => mark + id.slice(3))
    .replace(apiId, (_, kind, joint) => kind + joint + mark)
    .replace(moment, earlier);
}
