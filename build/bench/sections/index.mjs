// What indexing costs, each as a ratio to what the same machine needs for reading alone.
import { join } from 'node:path';
import { appendLatency } from '../index/append.mjs';
import { firstIndex } from '../index/first.mjs';
import { oneLargeFile } from '../index/memory.mjs';
import { secondRun } from '../index/second.mjs';
import { index } from '../product.mjs';
import { row } from '../report.mjs';

const manyFiles = 5_000;

export async function run(context) {
  const { temp, say } = context;
  const main = context.main();
  say(`first index of ${Math.round(main.bytes / 1e6)} MB`);
  const rows = await firstIndex(context, main, 'made up', context.mainIndex);

  const real = context.real();
  if (real) {
    say(`first index of ${Math.round(real.bytes / 1e6)} MB of real transcripts`);
    rows.push(...(await firstIndex(context, real, 'real', join(temp, 'real-index'))));
  }

  const many = await folderOfMany(context, main, rows);
  say('second run');
  rows.push(...(await secondRun(many, many.name, many.dataDir)));
  say('appended lines');
  rows.push(...(await appendLatency(context, many, many.name, many.dataDir)));
  rows.push(...(await oneLargeFile(context)));
  return rows;
}

/** A folder with many transcripts, and its index: the one at hand if it has enough of them. */
async function folderOfMany({ temp, scale, make, mainIndex }, main, rows) {
  if (main.transcripts >= manyFiles) return { ...main, name: 'made up', dataDir: mainIndex };
  const many = make('many', { bytes: scale.many, sessions: manyFiles });
  const dataDir = join(temp, 'many-index');
  const { ms, files } = await index(many.dir, dataDir);
  rows.push(
    row('many files: first index', ms, 'ms', { beside: `${Math.round(many.bytes / 1e6)} MB in ${files} files` }),
  );
  return { ...many, name: 'many files', dataDir };
}
