import { entryId } from './entry-id.ts';
import type { Usage } from './facts.ts';
import type { Chunk, TakenRecord } from './parse-file.ts';
import type { Block, Text } from './normalise/block.ts';
import { longestMemory, Memory } from './memory.ts';
import type { EntryRow, FileState, Store } from './store.ts';

/** What later records of a file refer to: records by uuid, calls by their id. */
export interface Chain {
  readonly positions: Memory<number | null>;
  readonly calls: Memory<{ position: number; tool: string | null }>;
}

export const noChain = (): Chain => ({ positions: new Memory(), calls: new Memory() });

export function loadChain(store: Store, { id, offset }: FileState): Chain {
  const chain = noChain();
  if (offset === 0) return chain;
  for (const { uuid, position } of store.chainOf(id, longestMemory)) chain.positions.set(uuid, position);
  for (const { id: call, position, tool } of store.callsOf(id, longestMemory))
    chain.calls.set(call, { position, tool });
  return chain;
}

/** Takes a stretch of a transcript in: what is counted and linked here and now; the entries are for the caller to store. */
export function takeChunk(store: Store, state: FileState, chain: Chain, chunk: Chunk<Text>, mtime: number): EntryRow[] {
  for (const fault of chunk.faults) store.addBadLine(state.id, fault);
  for (const unknown of chunk.unknown) store.addUnknown(state.id, unknown);
  state.badLines += chunk.faults.length;
  state.records += chunk.others;
  for (const usage of usageOf(chunk)) store.addUsage(state.id, usage);
  const rows = chunk.records.flatMap((record) => takeRecord(store, state, chain, record, chunk.facts.ended ?? mtime));
  const { offset, lines, guard, facts } = chunk;
  Object.assign(state, { offset, lines, guard, facts });
  return rows;
}

function takeRecord(
  store: Store,
  state: FileState,
  chain: Chain,
  record: TakenRecord<Text>,
  about: number,
): EntryRow[] {
  const { uuid, parentUuid } = record;
  state.records += 1;
  if (uuid !== null && chain.positions.has(uuid)) {
    store.addRepetition(state.id, record, uuid); // one message, two places
    return [];
  }
  if (record.message) state.messages += 1;
  if (!record.sidechain && record.blocks.some(({ kind }) => kind === 'prompt')) state.prompts += 1;
  for (const { path, change } of record.touches) store.addTouch(state.id, path, change);
  const parent = parentUuid === null ? null : (chain.positions.get(parentUuid) ?? null);
  const moment = record.time ?? about + state.entries; // where a record has no time: the file's, in the file's order
  const rows = record.blocks.map((block) => takeBlock(state, chain, record, { parent, moment }, block));
  if (uuid !== null) {
    const last = rows.at(-1)?.position ?? parent;
    chain.positions.set(uuid, last);
    if (rows.length === 0) store.addPassage(state.id, uuid, last);
  }
  return rows;
}

/** The lines of one API message repeat its usage; the last has the most. */
function usageOf({ records }: Chunk<Text>): Iterable<Usage> {
  const found = new Map<string, Usage>();
  for (const { usage } of records) {
    if (usage && (found.get(usage.messageId)?.output ?? 0) <= usage.output) found.set(usage.messageId, usage);
  }
  return found.values();
}

interface Placed {
  readonly parent: number | null;
  readonly moment: number;
}

function takeBlock(
  state: FileState,
  chain: Chain,
  record: TakenRecord<Text>,
  placed: Placed,
  block: Block<Text>,
): EntryRow {
  const position = state.entries++;
  const { kind, role, text, subtype = null, toolUseId = null, agent = null } = block;
  const answered = kind === 'tool_result' && toolUseId !== null ? chain.calls.get(toolUseId) : undefined;
  const tool = block.tool ?? answered?.tool ?? null;
  if (kind === 'tool_call') {
    const name = tool ?? '';
    state.tools.set(name, (state.tools.get(name) ?? 0) + 1);
    if (toolUseId !== null) chain.calls.set(toolUseId, { position, tool });
  }
  if (block.error) state.errors += 1;
  // One literal: this runs once for every entry there is.
  return {
    id: entryId(placed.moment, kind, position + state.id * 97),
    file: state.id,
    position,
    line: record.line,
    offset: record.offset,
    length: record.length,
    uuid: record.uuid,
    parentUuid: record.parentUuid,
    parent: placed.parent,
    call: answered?.position ?? null,
    kind,
    subtype,
    role,
    time: record.time,
    tool,
    toolUseId,
    agent,
    error: block.error ? 1 : 0,
    image: block.image ? 1 : 0,
    sidechain: record.sidechain ? 1 : 0,
    text,
    indexed: block.indexed ?? text,
  };
}
