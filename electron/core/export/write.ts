import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallContext } from '../../../shared/channel.ts';
import type { Client } from '../../../shared/client.ts';
import type { Exported, ExportJob } from '../../../shared/export.ts';
import { partsOf } from '../../../shared/exporting.ts';
import { writeWhole } from './files.ts';
import { uniqueName } from './names.ts';

export type Target = { readonly file: string } | { readonly folder: string };

/** Makes something else of a page, such as sheets of paper. */
export interface Conversion {
  readonly ending: string;
  convert(parts: AsyncIterable<string>): AsyncIterable<string | Uint8Array>;
}

export interface WriteOptions extends CallContext {
  /** What becomes of a file that is there already; `keep` gives the new one another name. */
  readonly existing: 'refuse' | 'replace' | 'keep';
  readonly conversion?: Conversion;
}

export interface Outcome {
  readonly files: string[];
  /** Different secrets that were taken out, document by document. */
  readonly redacted: number;
  /** What is not in them, in sentences. */
  readonly leftOut: readonly string[];
}

/** Writes every document of an export, into one file or each into a file of a folder, and notes where they went. */
export async function writeExport(
  ask: Client['call'],
  job: ExportJob,
  target: Target,
  { signal, progress, existing, conversion }: WriteOptions,
): Promise<Outcome> {
  const { documents, entries: total, leftOut } = await ask('export.plan', job, { signal });
  const files: string[] = [];
  const taken = new Set<string>();
  let done = 0;
  let redacted = 0;
  if ('folder' in target) await mkdir(target.folder, { recursive: true });
  for (let index = 0; index < documents; index += 1) {
    const before = done;
    const told = (part: Exported) => {
      done = before + part.entries;
      progress({ done: Math.min(done, total), total, unit: 'entries', remaining: null });
    };
    const { path, last } = await writeDocument(ask, job, index, { target, taken, told, signal, existing, conversion });
    files.push(path);
    redacted += last.redacted;
    await ask('export.remember', { files: [{ path, sessions: last.sessions }] });
  }
  return { files, redacted, leftOut };
}

interface Writing {
  readonly target: Target;
  /** Names that this export has given. */
  readonly taken: Set<string>;
  readonly told: (part: Exported) => void;
  readonly signal: AbortSignal;
  readonly existing: WriteOptions['existing'];
  readonly conversion: Conversion | undefined;
}

/** The name comes with the first part, so that it decides where the document goes. */
async function writeDocument(
  ask: Client['call'],
  job: ExportJob,
  index: number,
  { target, taken, told, signal, existing, conversion }: Writing,
): Promise<{ path: string; last: Exported }> {
  const parts = partsOf(ask, job, index, { signal });
  const first = await parts.next();
  if (first.done) throw new Error('An export without a beginning');
  let last = first.value;
  const name = conversion ? last.name.replace(/\.\w+$/, `.${conversion.ending}`) : last.name;
  const isTaken = (tried: string) =>
    'folder' in target && existing === 'keep' && existsSync(join(target.folder, tried));
  const path = 'file' in target ? target.file : join(target.folder, uniqueName(name, taken, isTaken));
  async function* contents(): AsyncGenerator<string> {
    told(last);
    yield last.content;
    for await (const part of parts) {
      last = part;
      told(part);
      yield part.content;
    }
  }
  const whole = conversion ? conversion.convert(contents()) : contents();
  await writeWhole(path, whole, { force: existing === 'replace' });
  return { path, last };
}
