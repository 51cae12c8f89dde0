// The limit that indexing is held against: one thread that reads the same transcripts and parses each line, the plain
// way: a file into a string, the string into lines.
//   node build/bench/limit.mjs CLAUDE-FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const paths = readdirSync(join(folder, 'projects'), { recursive: true })
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => join(folder, 'projects', name));

let lines = 0;
let bytes = 0;
function parse(line) {
  if (line === '') return;
  lines += 1;
  try {
    JSON.parse(line);
  } catch {
    // real transcripts have damaged lines
  }
}

for (const path of paths) bytes += readFileSync(path).length; // warms the cache

const start = performance.now();
for (const path of paths) readFileSync(path, 'utf8').split('\n').forEach(parse);
console.log(JSON.stringify({ ms: performance.now() - start, lines, bytes, files: paths.length }));
