import { asList, asObject, asText, type RawRecord } from '../parse.ts';
import { note, stringsIn, textOf, type Block } from './block.ts';
import { imageBlock } from './user.ts';

export function attachmentBlocks(record: RawRecord): Block[] {
  const { type: named, ...attachment } = asObject(record['attachment']);
  const type = asText(named) ?? 'attachment';
  if (type === 'queued_command') return queued(attachment);
  if (type.startsWith('hook_')) return [hook(type, attachment)];
  // The client's own instructions, the same in every session: there to be seen, not to be found.
  const text = type === 'prompt_snapshot' ? '' : stringsIn(attachment).join('\n');
  return [{ kind: 'attachment', role: 'system', text, subtype: type }];
}

/** Typed while Claude was at work: a prompt like any other, and written nowhere else. */
function queued(attachment: RawRecord): Block[] {
  const { prompt } = attachment;
  const text = textOf(prompt);
  const byMachine = attachment['commandMode'] === 'task-notification' || /^\s*<task-notification>/.test(text);
  if (byMachine) return [note(text, 'notification')];
  const images = asList(prompt)
    .map(asObject)
    .filter(({ type }) => type === 'image');
  return [{ kind: 'prompt', role: 'user', text, subtype: 'queued' }, ...images.map(imageBlock)];
}

function hook(type: string, attachment: RawRecord): Block {
  const { toolUseID: _id, ...words } = attachment;
  return {
    kind: 'hook',
    role: 'system',
    text: [...new Set(stringsIn(words))].join('\n'),
    subtype: asText(attachment['hookEvent']) ?? type,
    error: type.includes('error'),
  };
}
