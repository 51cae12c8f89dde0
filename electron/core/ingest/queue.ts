import type { Facts } from './facts.ts';
import { storable, textOf, type Block } from './normalise/block.ts';
import { asText, type RawRecord } from './parse.ts';

const longestQueue = 100;

/**
 * What was typed while Claude was at work. A queued line that is dequeued becomes a `user` record. One that is removed
 * was handed to the model in the middle of a turn: since 2.1.91 an attachment says so, before that only the queue does.
 */
export function queuedBlocks(facts: Facts, record: RawRecord): Block[] {
  const { queue } = facts;
  switch (asText(record['operation'])) {
    case 'enqueue':
      if (queue.length < longestQueue) queue.push(storable(textOf(record['content'])));
      return [];
    case 'popAll': // taken back to be edited
      queue.length = 0;
      return [];
    case 'dequeue':
      queue.shift();
      return [];
    case 'remove': {
      const text = queue.shift() ?? '';
      const typed = text.trim() !== '' && !/^\s*[</]/.test(text); // neither a notification nor a command
      return typed && saysNothingElse(facts) ? [{ kind: 'note', role: 'user', text, subtype: 'queued' }] : [];
    }
    default:
      return [];
  }
}

/** Whether this client's version leaves no other trace of such a line. */
function saysNothingElse({ versions }: Facts): boolean {
  const [major = 0, minor = 0, patch = 0] = (versions.at(-1) ?? '').split('.').map(Number);
  return major < 2 || (major === 2 && minor === 0) || (major === 2 && minor === 1 && patch < 91);
}
