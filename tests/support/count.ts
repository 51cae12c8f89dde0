import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

// Counts a Claude folder straight from its bytes. Nothing of the product is used here, so that the two can disagree.

export interface FileCount {
  readonly path: string;
  readonly agent: boolean;
  /** By name, else by what its records say. */
  readonly session: string;
  readonly folder: string;
  readonly records: number;
  readonly badLines: number;
  /** `user` and `assistant` records, each uuid once. */
  readonly messages: number;
  readonly prompts: number;
  /** Output tokens by API message. */
  readonly output: ReadonlyMap<string, number>;
}

type Json = Record<string, unknown>;

export function countFolder(claudeDir: string): FileCount[] {
  const projects = join(claudeDir, 'projects');
  return (readdirSync(projects, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.jsonl') && !/(^|[\\/])(tool-results|memory)[\\/]/.test(name))
    .filter((name) => !/subagents[\\/].*journal\.jsonl$/.test(name))
    .map((name) => countFile(join(projects, name), relative(projects, join(projects, name))));
}

function countFile(path: string, name: string): FileCount {
  const parts = name.split(sep);
  const base = (parts.at(-1) ?? '').slice(0, -'.jsonl'.length);
  const agent = parts.includes('subagents') || base.startsWith('agent-');
  const lines = readFileSync(path)
    .toString('utf8')
    .replaceAll('\uFEFF', '')
    .split('\n')
    .map((line) => line.replaceAll('\0', ' ').trim());
  const read = lines.filter((line) => line !== '').map(objectsIn);
  const records = read.flatMap(({ objects }) => objects);
  const firstOf = <T>(pick: (record: Json) => T | undefined) => records.map(pick).find((value) => value !== undefined);
  const said = firstOf((record) => text(record['sessionId']) ?? text(record['session_id']));
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(base);
  const above = parts[parts.indexOf('subagents') - 1];
  const seen = distinct(records);
  return {
    path,
    agent,
    session: (parts.includes('subagents') ? above : isId ? base : said) ?? base,
    folder: parts.length > 1 ? (parts[0] ?? '') : '',
    records: records.length,
    badLines: read.filter(({ whole }) => !whole).length,
    messages: seen.filter(({ type }) => type === 'user' || type === 'assistant').length,
    prompts: agent ? 0 : seen.filter(isPrompt).length,
    output: outputOf(records),
  };
}

/** Each uuid once; what has none is always another. */
function distinct(records: readonly Json[]): Json[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const uuid = text(record['uuid']);
    if (uuid === undefined) return true;
    return !seen.has(uuid) && seen.add(uuid);
  });
}

/** The objects on a line: mostly one; several where newlines were lost; what is left of a line that was cut off. */
function objectsIn(line: string): { objects: Json[]; whole: boolean } {
  const one = parse(line);
  if (one) return { objects: [one], whole: true };
  const objects: Json[] = [];
  let whole = true;
  let rest = line;
  while (rest !== '') {
    const end = endOfFirstObject(rest);
    const object = end === undefined ? undefined : parse(rest.slice(0, end));
    if (object && end !== undefined) {
      objects.push(object);
      rest = rest.slice(end).trim();
      continue;
    }
    whole = false;
    const next = beginOfRecord(rest);
    if (next === undefined) break;
    rest = rest.slice(next);
  }
  return { objects, whole };
}

/** By trying every closing brace: slow, and too simple to be wrong. */
function endOfFirstObject(line: string): number | undefined {
  if (!line.startsWith('{')) return undefined;
  for (let at = line.indexOf('}'); at !== -1; at = line.indexOf('}', at + 1)) {
    if (parse(line.slice(0, at + 1))) return at + 1;
  }
  return undefined;
}

const marks = ['sessionId', 'session_id', 'leafUuid', 'isSnapshotUpdate', 'snapshotMessageId'];

/** Behind a stub: where something begins that is whole up to the end of the line and names its session. */
function beginOfRecord(line: string): number | undefined {
  for (let at = line.indexOf('{"', 1); at !== -1; at = line.indexOf('{"', at + 1)) {
    const end = endOfFirstObject(line.slice(at));
    const object = end === undefined ? undefined : parse(line.slice(at, at + end));
    if (object && marks.some((name) => name in object)) return at;
  }
  return undefined;
}

function parse(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isObject(value) ? value : {});
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Typed by a person: plain, as a slash command, as a shell line, or queued while Claude was at work. */
function isPrompt(record: Json): boolean {
  if (record['isSidechain'] === true) return false;
  if (record['type'] === 'attachment') return isQueuedPrompt(object(record['attachment']));
  if (record['type'] !== 'user' || record['isCompactSummary'] === true) return false;
  const content = object(record['message'])['content'] ?? record['content'];
  const texts = Array.isArray(content)
    ? content.map(object).flatMap((block) => (block['type'] === 'text' ? (text(block['text']) ?? '') : []))
    : [text(content) ?? ''];
  return texts.some((said) => isTyped(said, record));
}

function isQueuedPrompt({ type, prompt, commandMode }: Json): boolean {
  const said = Array.isArray(prompt)
    ? prompt.map((block) => text(object(block)['text']) ?? '').join('')
    : (text(prompt) ?? '');
  return (
    type === 'queued_command' &&
    commandMode !== 'task-notification' &&
    said.trim() !== '' &&
    !said.trimStart().startsWith('<task-notification>')
  );
}

const byMachine = [
  '<local-command-',
  '<bash-stdout>',
  '<bash-stderr>',
  '<task-notification>',
  '<system-reminder>',
  '<ide_',
  '[Request interrupted',
  'Caveat: ',
];

function isTyped(said: string, record: Json): boolean {
  let rest = said.trim();
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/^<(system-reminder|ide_\w+|local-command-caveat)>[^]*?<\/\1>/, '').trim();
  }
  if (rest === '' || record['isMeta'] === true) return false;
  if (/^<(command-(name|message|args)|bash-input)>/.test(rest)) return true;
  if (record['promptSource'] === 'system' || object(record['origin'])['kind'] === 'task-notification') return false;
  return !byMachine.some((beginning) => rest.startsWith(beginning));
}

/** The lines of one API message repeat its usage, the earlier ones with less of it. */
function outputOf(records: readonly Json[]): Map<string, number> {
  const output = new Map<string, number>();
  for (const { type, message } of records) {
    const { id, model, usage } = object(message);
    const tokens = object(usage)['output_tokens'];
    if (type !== 'assistant' || typeof id !== 'string' || model === '<synthetic>' || typeof model !== 'string')
      continue;
    output.set(id, Math.max(output.get(id) ?? 0, typeof tokens === 'number' ? tokens : 0));
  }
  return output;
}

/** Of several files together: each API message once. */
export function outputOfAll(files: readonly FileCount[]): number {
  const most = new Map<string, number>();
  for (const { output } of files) for (const [id, n] of output) most.set(id, Math.max(most.get(id) ?? 0, n));
  return [...most.values()].reduce((sum, n) => sum + n, 0);
}
