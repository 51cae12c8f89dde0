// Memory does not grow with the size of a file.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../generate.mjs';
import { index } from '../product.mjs';
import { row } from '../report.mjs';

export async function oneLargeFile({ temp, scale, seed, say }) {
  const empty = join(temp, 'empty');
  mkdirSync(join(empty, 'projects'), { recursive: true });
  const idle = (await index(empty, join(temp, 'empty-index'))).peak;

  const dir = join(temp, 'one-file');
  say(`one transcript of ${scale.single / 1e6} MB`);
  const { bytes } = generate({ dir, seed, bytes: scale.single, sessions: 1, subagents: false });
  const dataDir = join(temp, 'one-file-index');
  const { peak } = await index(dir, dataDir);
  for (const folder of [dir, dataDir]) rmSync(folder, { recursive: true });

  const over = peak === null ? null : peak - idle;
  const beside = peak === null ? '' : `${peak.toFixed(0)} MB, idle ${idle.toFixed(0)} MB`;
  const what = `one file of ${(bytes / 1e6).toFixed(0)} MB: memory over idle`;
  return [row(what, over, 'MB', { budget: 400, beside })];
}
