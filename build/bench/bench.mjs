// `npm run bench [SECTION…] [--scale small|medium|large] [--seed N] [--real DIR] [--no-build]`: measures what DESIGN.md
// promises, shows it, and writes it to docs/. A missed budget makes it fail.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../steps.mjs';
import { generate } from './generate.mjs';
import { sqliteVersion } from './probe.mjs';
import { index as indexFolder } from './product.mjs';
import { realFolder } from './real.mjs';
import { printTable, writeReport } from './report.mjs';
import * as index from './sections/index.mjs';
import * as search from './sections/search.mjs';

/** A section is a module whose `run(context)` returns rows (report.mjs). */
const sections = { index, search };

const MB = 1e6;
const scales = {
  small: { main: { bytes: 100 * MB }, many: 30 * MB, single: 200 * MB, real: 100 * MB, repeats: 3 },
  medium: { main: { bytes: 350 * MB }, many: 60 * MB, single: 500 * MB, real: 350 * MB, repeats: 2 },
  large: { main: { messages: 1_000_000 }, many: 100 * MB, single: 2_000 * MB, real: 1_000 * MB, repeats: 1 },
};

const usage = `Usage: npm run bench -- [${Object.keys(sections).join('|')}] [--scale ${Object.keys(scales).join('|')}] [--seed N] [--real DIR]`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      scale: { type: 'string', default: 'small' },
      seed: { type: 'string', default: '1' },
      real: { type: 'string' },
      build: { type: 'boolean', default: true },
    },
  });
  const chosen = positionals.length > 0 ? positionals : Object.keys(sections);
  if (!Object.hasOwn(scales, values.scale)) throw new Error(`There is no scale “${values.scale}”.`);
  for (const name of chosen) if (!Object.hasOwn(sections, name)) throw new Error(`There is no section “${name}”.`);
  if (values.real && !existsSync(values.real)) throw new Error('--real names a folder that does not exist.');
  if (!Number.isInteger(Number(values.seed))) throw new Error('--seed takes a whole number.');
  return { ...values, seed: Number(values.seed), chosen };
}

const once = (make) => {
  let made;
  return () => (made ??= make());
};

/** What a section gets: the scale, folders to measure, made when first asked for, and a place that is removed. */
function contextFor({ scale: name, seed, real }, temp) {
  const scale = scales[name];
  const say = (what) => console.error(`… ${what}`);
  const make = (folder, size) => {
    say(`making up the folder “${folder}”`);
    return generate({ dir: join(temp, folder), seed, ...size });
  };
  const main = once(() => make('main', scale.main));
  const mainIndex = join(temp, 'main-index');
  return {
    ...{ scale, seed, temp, say, make, main, mainIndex },
    /** For sections that need an index and do not measure how it is made. */
    async indexedMain() {
      if (!existsSync(mainIndex)) await indexFolder(main().dir, mainIndex);
      return mainIndex;
    },
    real: once(() => real && realFolder(real, join(temp, 'real'), scale.real)),
  };
}

const machine = () => ({
  cores: availableParallelism(),
  memory: Math.round(totalmem() / 1e9),
  system: `${process.platform} ${process.arch}`,
  node: process.versions.node,
  sqlite: sqliteVersion(),
});

async function measure(options, temp) {
  const context = contextFor(options, temp);
  const { scale, seed } = options;
  const results = [];
  for (const section of options.chosen) {
    const rows = await sections[section].run(context);
    const date = new Date().toISOString().slice(0, 10);
    results.push({ section, scale, seed, date, machine: machine(), rows });
    console.log(`\n${section}, ${scale}`);
    printTable(rows);
  }
  writeReport(results);
  return results.some(({ rows }) => rows.some(({ ok }) => ok === false)) ? 1 : 0;
}

async function main() {
  if (Number(process.versions.node.split('.')[0]) < 22) {
    console.error(`Node 22 or newer is needed; this is ${process.versions.node}. \`npm run bench\` brings its own.`);
    return 1;
  }
  let options;
  try {
    options = readArguments();
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    return 2;
  }
  if (options.build && (await run('npm', ['run', 'build', '--silent'])) !== 0) return 1;
  const temp = mkdtempSync(join(tmpdir(), 'turnstone-bench-'));
  process.on('exit', () => rmSync(temp, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return measure(options, temp);
}

process.exitCode = await main();
