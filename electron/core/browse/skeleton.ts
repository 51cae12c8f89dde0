import { kinds, type Kind } from '../../../shared/schemas.ts';
import { codes } from '../../../shared/outline.ts';
import type { ReadDb } from '../db/handles.ts';
import { kindOf } from '../ingest/entry-id.ts';
import { graphOf, type Graph, type Node } from './graph.ts';

export interface Skeleton {
  readonly graph: Graph;
  readonly kinds: string;
  /** Of each call, in order. */
  readonly tools: readonly (string | null)[];
  /** Of each result, in order: the position of its call. */
  readonly calls: readonly (number | null)[];
  readonly results: ReadonlyMap<number, readonly number[]>;
  readonly errors: readonly number[];
  readonly prompts: readonly { id: number; position: number; time: number | null }[];
  /** Subagents by the call that started them, as its result says. */
  readonly agents: ReadonlyMap<number, string>;
}

/** Columns of a transcript's entries in their order, as JSON: half the time of 50,000 rows one by one. */
interface Columns {
  /** The kind's index, 16 for an error, 32 for a side chain. */
  readonly natures: readonly number[];
  readonly parents: readonly (number | null)[];
  readonly lines: readonly number[];
  /** Of prompts and notes only. */
  readonly subtypes: readonly (string | null)[];
  readonly tools: readonly (string | null)[];
  readonly calls: readonly (number | null)[];
  readonly promptIds: readonly number[];
  readonly times: readonly (number | null)[];
  /** Call and subagent, of results that name one. */
  readonly agents: readonly (number | string)[][];
  /** Position and named parent, of prompts that no entry is the parent of: null, or a record that shows nothing. */
  readonly origins: readonly [number, string | null][];
}

const caches = new WeakMap<ReadDb, Map<string, Skeleton>>();
const kept = 8;

/** The bones of a transcript as it is now: the last few are kept, by how far the transcript was read. */
export function skeletonOf(index: ReadDb, { id }: { id: number }): Skeleton {
  const recent = caches.get(index) ?? new Map<string, Skeleton>();
  caches.set(index, recent);
  const read = index.prepare("SELECT entries || ' ' || offset || ' ' || guard FROM file WHERE id = ?").pluck().get(id);
  const key = `${id} ${String(read)}`;
  const skeleton = recent.get(key) ?? build(columnsOf(index, id));
  recent.delete(key);
  recent.set(key, skeleton);
  const [oldest] = recent.keys();
  if (recent.size > kept && oldest !== undefined) recent.delete(oldest);
  return skeleton;
}

const [isPrompt, isCall, isResult, isNote] = (['prompt', 'tool_call', 'tool_result', 'note'] as const).map(
  (kind) => `${kindOf('id')} = ${kinds.indexOf(kind)}`,
);

/** The index by position is named because its order is the order of the lists. */
function columnsOf(index: ReadDb, file: number): Columns {
  const row = index
    .prepare(
      `SELECT json_group_array(${kindOf('id')} + 16 * error + 32 * sidechain) AS natures,
         json_group_array(parent) AS parents,
         json_group_array(line) AS lines,
         json_group_array(subtype) FILTER (WHERE ${isPrompt} OR ${isNote}) AS subtypes,
         json_group_array(tool) FILTER (WHERE ${isCall}) AS tools,
         json_group_array(call) FILTER (WHERE ${isResult}) AS calls,
         json_group_array(id) FILTER (WHERE ${isPrompt}) AS promptIds,
         json_group_array(time) FILTER (WHERE ${isPrompt}) AS times,
         json_group_array(json_array(call, agent)) FILTER (WHERE agent IS NOT NULL AND call IS NOT NULL) AS agents,
         json_group_array(json_array(position, parent_uuid)) FILTER (WHERE ${isPrompt} AND parent IS NULL AND (
           parent_uuid IS NULL OR parent_uuid IN (SELECT uuid FROM passage WHERE file = @file AND position IS NULL)
         )) AS origins
       FROM entry INDEXED BY entry_by_position WHERE file = @file`,
    )
    .get({ file }) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(row).map(([name, json]) => [name, JSON.parse(json) as unknown]),
  ) as unknown as Columns;
}

function build({
  natures,
  parents,
  lines,
  subtypes,
  tools,
  calls,
  promptIds,
  times,
  agents,
  ...rest
}: Columns): Skeleton {
  const origins = new Map(rest.origins);
  const nodes: Node[] = [];
  let letters = '';
  const results = new Map<number, number[]>();
  const errors: number[] = [];
  const prompts: Skeleton['prompts'][number][] = [];
  let said = 0;
  let answered = 0;
  for (let position = 0; position < natures.length; position += 1) {
    const nature = natures[position] ?? 0;
    const kind = kinds[nature & 15] ?? 'unknown';
    const subtype = kind === 'prompt' || kind === 'note' ? (subtypes[said++] ?? null) : null;
    const turn = kind === 'prompt' && subtype !== 'queued';
    const origin = origins.get(position);
    const named = origin === undefined ? {} : { origin };
    const caveat = kind === 'note' && (subtype === 'meta' || subtype === 'local-command-caveat');
    // Blocks of one record follow one another, whatever the record follows.
    const sibling = position > 0 && lines[position] === lines[position - 1];
    const parent = sibling ? position - 1 : (parents[position] ?? null);
    nodes.push({ parent, kind, turn, sidechain: nature >= 32, caveat, ...named });
    letters += codeOf(kind, subtype);
    if (nature & 16) errors.push(position);
    if (kind === 'prompt') {
      const nth = prompts.length;
      prompts.push({ id: promptIds[nth] ?? 0, position, time: times[nth] ?? null });
    }
    const call = kind === 'tool_result' ? (calls[answered++] ?? null) : null;
    if (call === null) continue;
    const known = results.get(call);
    if (known) known.push(position);
    else results.set(call, [position]);
  }
  const started = new Map(agents.map(([call, agent]) => [Number(call), String(agent)]));
  return { graph: graphOf(nodes), kinds: letters, tools, calls, results, errors, prompts, agents: started };
}

const asides = new Set(
  'meta system-reminder local-command-caveat turn_duration bridge_status init stop_hook_summary'.split(' '),
);

function codeOf(kind: Kind, subtype: string | null): string {
  if (kind === 'prompt' && subtype === 'queued') return codes.queued;
  if (kind === 'note' && subtype !== null && (asides.has(subtype) || subtype.startsWith('ide_'))) return codes.aside;
  return codes[kind];
}
