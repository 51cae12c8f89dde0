import { asList, asObject, asText, type RawRecord } from '../parse.ts';
import { hasImage, note, textOf, unknown, type Block } from './block.ts';

/** Blocks of a `user` record: most of them were typed by no one. */
export function userBlocks(record: RawRecord): Block[] {
  const content = asObject(record['message'])['content'] ?? record['content'];
  if (typeof content === 'string') return said(record, content);
  return asList(content).flatMap((value): Block[] => {
    const block = asObject(value);
    switch (block['type']) {
      case 'text':
        return said(record, asText(block['text']) ?? '');
      case 'tool_result':
        return [resultBlock(record, block)];
      case 'image':
        return [imageBlock(block)];
      default:
        return [unknown(value, asText(block['type']) ?? 'block')];
    }
  });
}

export function imageBlock(block: RawRecord): Block {
  const subtype = asText(asObject(block['source'])['media_type']);
  return { kind: 'image', role: 'user', text: '', subtype, image: true };
}

export function resultBlock(record: RawRecord, block: RawRecord): Block {
  const { content } = block;
  const whole = record['toolUseResult'] ?? record['tool_use_result'];
  return {
    kind: 'tool_result',
    role: 'tool',
    text: textOf(content) || (asText(whole) ?? ''),
    toolUseId: asText(block['tool_use_id']),
    agent: asText(asObject(whole)['agentId']),
    error: block['is_error'] === true,
    image: hasImage(content),
  };
}

/** Elements that Claude Code puts before what was typed, in the same text. */
const leading = /^\s*<(system-reminder|ide_[a-z_]+|local-command-caveat)>[\s\S]*?<\/\1>\s*/;

function said(record: RawRecord, text: string): Block[] {
  if (text.trim() === '') return [];
  if (record['isCompactSummary'] === true) return [{ kind: 'summary', role: 'system', text }];
  const before = leading.exec(text);
  if (before) return [note(before[0].trim(), before[1] ?? null), ...said(record, text.slice(before[0].length))];
  if (record['isMeta'] === true) return [note(text, 'meta')];
  const machine = machineMade.find(([pattern]) => pattern.test(text));
  if (machine) return [machine[1](text)];
  if (isNotification(record)) return [note(text, 'notification')];
  const subtype = record['isSidechain'] === true ? 'task' : 'typed';
  return [{ kind: 'prompt', role: 'user', text, subtype }];
}

const isNotification = (record: RawRecord) =>
  record['promptSource'] === 'system' || asObject(record['origin'])['kind'] === 'task-notification';

const element = (text: string, name: string) =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim() ?? '';

const prompt = (text: string, subtype: string): Block => ({ kind: 'prompt', role: 'user', text, subtype });

/** What Claude Code writes under the user's name, by how it begins. A slash command and a shell line were typed. */
const machineMade: readonly (readonly [RegExp, (text: string) => Block])[] = [
  [/^\s*<command-(name|message|args)>/, command],
  [/^\s*<bash-input>/, (text) => prompt(element(text, 'bash-input') || text, 'bash')],
  [/^\s*<bash-std(out|err)>/, (text) => note(withoutTags(text), 'bash_output')],
  [/^\s*<local-command-/, (text) => note(withoutTags(text), 'command_output')],
  [/^\s*<task-notification>/, (text) => note(text, 'notification')],
  [/^\s*<(system-reminder|ide_)/, (text) => note(text, 'system-reminder')],
  [/^Caveat: /, (text) => note(text, 'meta')],
  [/^\s*\[Request interrupted/, (text) => note(text, 'interrupted')],
];

export function command(text: string): Block {
  const name = element(text, 'command-name') || element(text, 'command-message');
  const line = [name, element(text, 'command-args')].filter(Boolean).join(' ');
  return prompt(line || text, 'command');
}

export const withoutTags = (text: string) =>
  text.replace(/<\/?(bash-std(?:out|err)|local-command-[a-z]+)>/g, '').trim() || text;
