import { asObject, asText, type RawRecord } from '../parse.ts';
import { note, stringsIn, type Block } from './block.ts';

/** Records that are one block each: old logs, and the last line of a `stream-json` log. */
export const flatBlocks: Readonly<Record<string, (record: RawRecord) => Block[]>> = {
  tool_use: (record) => {
    const tool = asObject(record['tool']);
    const name = asText(tool['name']) ?? asText(record['name']);
    const text = stringsIn(tool['input'] ?? record['input']).join('\n') || (name ?? '');
    return [{ kind: 'tool_call', role: 'assistant', text, tool: name, toolUseId: asText(record['id']) }];
  },
  tool_result: (record) => {
    const result = asObject(record['result']);
    const text = stringsIn(record['result'] ?? record['content']).join('\n');
    const error = asText(result['error']) !== null || record['is_error'] === true;
    return [{ kind: 'tool_result', role: 'tool', text, toolUseId: asText(record['tool_use_id']), error }];
  },
  thinking: (record) => [{ kind: 'thinking', role: 'assistant', text: asText(record['thinking']) ?? '' }],
  text: (record) => [{ kind: 'answer', role: 'assistant', text: asText(record['text']) ?? '' }],
  message: (record) => [
    { kind: 'answer', role: 'assistant', text: stringsIn(record['message'] ?? record['content']).join('\n') },
  ],
  create: (record) => {
    const text = stringsIn([record['filePath'], record['content']]).join('\n');
    return [{ kind: 'tool_call', role: 'assistant', text, tool: 'Write' }];
  },
  result: (record) => [
    {
      ...note(asText(record['result']) ?? '', asText(record['subtype']) ?? 'result'),
      error: record['is_error'] === true,
    },
  ],
  'frame-link': (record) => [
    note(stringsIn([record['title'], record['frameUrl'], record['path']]).join('\n'), 'frame-link'),
  ],
};
