import { asList, asObject, asText, type RawRecord } from '../parse.ts';
import { hasImage, note, stringsIn, textOf, unknown, type Block } from './block.ts';

export function assistantBlocks(record: RawRecord): Block[] {
  const content = asObject(record['message'])['content'] ?? record['content'];
  if (typeof content === 'string') return [answer(record, content)];
  return asList(content).flatMap((value) => blockOf(record, asObject(value)));
}

/** Claude Code also writes its own failures under the model's name. */
const answer = (record: RawRecord, text: string): Block =>
  record['isApiErrorMessage'] === true
    ? { kind: 'error', role: 'system', text, subtype: 'api_error', error: true }
    : { kind: 'answer', role: 'assistant', text };

function blockOf(record: RawRecord, block: RawRecord): Block[] {
  const type = asText(block['type']) ?? '';
  if (type === 'text') return [answer(record, asText(block['text']) ?? '')];
  if (type === 'thinking') return [{ kind: 'thinking', role: 'assistant', text: asText(block['thinking']) ?? '' }];
  if (type === 'redacted_thinking') return []; // nothing in it is for people
  if (type.endsWith('tool_use')) return [callBlock(block)];
  if (type.endsWith('tool_result')) return [serverResult(block)];
  if (type === 'fallback') {
    const [from, to] = [asObject(block['from'])['model'], asObject(block['to'])['model']];
    return [note(`Switched from ${asText(from) ?? 'one model'} to ${asText(to) ?? 'another'}`, 'fallback')];
  }
  return [unknown(block, type || 'block')];
}

export function callBlock(block: RawRecord): Block {
  const tool = asText(block['name']);
  return {
    kind: 'tool_call',
    role: 'assistant',
    // A call without arguments is still a call: its name is its text.
    text: stringsIn(block['input']).join('\n') || (tool ?? ''),
    tool,
    toolUseId: asText(block['id']),
  };
}

function serverResult(block: RawRecord): Block {
  const { content } = block;
  const text = textOf(content) || stringsIn(content).join('\n');
  return {
    kind: 'tool_result',
    role: 'tool',
    text,
    toolUseId: asText(block['tool_use_id']),
    error: block['is_error'] === true,
    image: hasImage(content),
  };
}
