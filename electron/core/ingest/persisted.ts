import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join, posix, sep, win32 } from 'node:path';
import { beginningOfCopy, type Copies } from '../archive/copy.ts';
import { staysInside } from './discover.ts';
import { storable, type Block } from './normalise/block.ts';

const announced = /^\s*<persisted-output>[\s\S]*?Full output saved to: (.+)/;
const most = 16 << 20;
/** Neither a link out of the folder nor something that never ends. (Windows has neither flag.) */
const plainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A result that was too large for the transcript, with what was saved of it beside the transcript. */
export function withPersistedOutput(block: Block, transcript: string, copies: Copies = {}): Block {
  const path = block.kind === 'tool_result' ? announced.exec(block.text)?.[1]?.trim() : undefined;
  const file = path === undefined ? null : persistedFile(path, transcript);
  const text = file === null ? null : beginningOf(file, copies[file]);
  return text === null ? block : { ...block, text: storable(text), subtype: 'persisted' };
}

/** The path is the writer's own and may be another machine's: only its last part counts. */
export function persistedFile(path: string, transcript: string): string | null {
  const name = win32.basename(posix.basename(path));
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) return null;
  const inSubagents = transcript.indexOf(`${sep}subagents${sep}`);
  const session = inSubagents === -1 ? transcript.replace(/\.jsonl$/, '') : transcript.slice(0, inSubagents);
  return join(session, 'tool-results', name);
}

/** Null where there is nothing to be had, as when it was swept: then the preview in the transcript has to do. */
function beginningOf(file: string, copy: string | undefined): string | null {
  try {
    if (copy !== undefined) return beginningOfCopy(copy, most);
    // A folder on the way may be a link as well: <project>/<session>/tool-results/<name>.
    if (!staysInside(file, join(dirname(file), '..', '..'))) return null;
    const fd = openSync(file, plainly);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile() || stat.size === 0) return null;
      const bytes = Buffer.allocUnsafe(Math.min(most, stat.size));
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
