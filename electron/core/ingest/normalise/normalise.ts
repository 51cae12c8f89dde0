import { asText, asTime, type RawRecord } from '../parse.ts';
import { assistantBlocks } from './assistant.ts';
import { attachmentBlocks } from './attachment.ts';
import { storable, unknown, type Block, type Text } from './block.ts';
import { flatBlocks } from './flat.ts';
import { isMetadata } from './metadata.ts';
import { systemBlocks } from './system.ts';
import { userBlocks } from './user.ts';

/** A record as the index takes it: its place in the conversation, and what it shows. */
export interface Normal<T extends Text = string> {
  readonly uuid: string | null;
  readonly parentUuid: string | null;
  readonly time: number | null;
  readonly sidechain: boolean;
  readonly blocks: readonly Block<T>[];
}

export function normalise(record: RawRecord): Normal {
  return {
    uuid: asText(record['uuid']),
    parentUuid: asText(record['parentUuid']),
    time: asTime(record['timestamp']),
    sidechain: record['isSidechain'] === true,
    blocks: blocksOf(record)
      .filter(isShown)
      .map((block) => ({ ...block, text: storable(block.text) })),
  };
}

function blocksOf(record: RawRecord): Block[] {
  const type = asText(record['type']) ?? '';
  switch (type) {
    case 'user':
      return userBlocks(record);
    case 'assistant':
      return assistantBlocks(record);
    case 'system':
      return systemBlocks(record);
    case 'attachment':
      return attachmentBlocks(record);
    case 'progress':
      return []; // copies of what a subagent or a command says elsewhere
    default: {
      const flat = Object.hasOwn(flatBlocks, type) ? flatBlocks[type] : undefined;
      if (flat) return flat(record);
      return isMetadata(type) ? [] : [unknown(record, type || '(none)')];
    }
  }
}

/** Thinking and answers may be empty, notes may say nothing; a call, a result or a picture is something even so. */
const isShown = ({ kind, text }: Block) =>
  text.trim() !== '' || ['tool_call', 'tool_result', 'image', 'attachment', 'unknown', 'hook'].includes(kind);
