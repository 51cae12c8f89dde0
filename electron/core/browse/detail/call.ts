import type { Body } from '../../../../shared/detail.ts';
import { textOf } from '../../ingest/normalise/block.ts';
import { asList, asObject, asText, type RawRecord } from '../../ingest/parse.ts';

/** A call and what came back, taken apart. */
export interface Call {
  readonly tool: string;
  readonly input: RawRecord;
  /** Null while nothing came back. */
  readonly result: Result | null;
  /** Characters of each part that is shown. */
  readonly most: number;
}

export interface Result {
  readonly text: string;
  /** What the client kept for itself, by the tool; empty where it kept nothing. */
  readonly data: RawRecord;
  readonly error: boolean;
}

export interface Shown {
  readonly title: string | null;
  readonly note?: string | null;
  readonly added?: number;
  readonly removed?: number;
  readonly exit?: number | null;
  /** Made only where somebody unfolds it. */
  readonly body: () => Body;
}

export type Show = (call: Call) => Shown;

/** The block of a call in its record: an `assistant` message, or a record of old logs that is the call itself. */
export function inputOf(record: RawRecord, toolUseId: string | null): RawRecord | null {
  const blocks = asList(asObject(record['message'])['content'] ?? record['content']).map(asObject);
  const block = blocks.find(({ id, type }) => id === toolUseId && String(type).endsWith('tool_use'));
  if (block) return asObject(block['input']);
  if (record['type'] === 'tool_use') return asObject(asObject(record['tool'])['input'] ?? record['input']);
  return record['type'] === 'create' ? { file_path: record['filePath'], content: record['content'] } : null;
}

export function resultBlockOf(record: RawRecord, toolUseId: string | null): RawRecord | null {
  const blocks = asList(asObject(record['message'])['content'] ?? record['content']).map(asObject);
  const block = blocks.find(({ tool_use_id: id }) => id === toolUseId && id !== undefined);
  if (block) return block;
  return record['type'] === 'tool_result' ? { content: record['result'] ?? record['content'] } : null;
}

export function dataOf(record: RawRecord): unknown {
  return record['toolUseResult'] ?? record['tool_use_result'];
}

/** What a result says, without the mark that Claude Code puts round an error. */
export function saidBy(block: RawRecord, data: unknown): string {
  const { content } = block;
  const { output, error } = asObject(content);
  const text = textOf(content) || [asText(output), asText(error)].filter(Boolean).join('\n') || (asText(data) ?? '');
  return text.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1');
}

/** A text field under any of the names it had over the years. */
export function field(input: RawRecord, ...names: string[]): string | null {
  for (const name of names) {
    const text = asText(input[name]);
    if (text !== null) return text;
  }
  return null;
}
