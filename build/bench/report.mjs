// Rows, and the three places where they are shown: the terminal, docs/BENCHMARKS.md and docs/benchmarks.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../steps.mjs';

const jsonFile = fromRoot('docs', 'benchmarks.json');
const pageFile = fromRoot('docs', 'BENCHMARKS.md');

/**
 * One measurement. With a `budget` it is held to it; a value of null was not measured here, which fails only what
 * `must` be there.
 */
export function row(what, value, unit, { budget = null, beside = '', must = false } = {}) {
  const ok = budget === null ? null : value === null ? (must ? false : null) : value <= budget;
  return { what, value: rounded(value), unit, beside, budget, ok };
}

const rounded = (value) => (value === null || Number.isInteger(value) ? value : Number(value.toPrecision(4)));

export const share = (values, part) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1];
export const middle = (values) => (values.includes(null) ? null : share(values, 0.5));

function amount(value, unit) {
  if (value === null) return 'not measured';
  if (unit === 'ms') return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(2)} s`;
  if (unit === 'MB') return `${Math.round(value)} MB`;
  if (unit === 'x') return `${value.toFixed(2)} x`;
  return `${value}`;
}

const verdict = ({ ok }) => (ok === null ? '' : ok ? 'ok' : 'missed');
const cells = (one) => [
  one.what,
  amount(one.value, one.unit),
  one.beside,
  one.budget === null ? '' : amount(one.budget, one.unit),
  verdict(one),
];
const head = ['what', 'measured', 'beside it', 'budget', ''];

export function printTable(rows) {
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    const padded = line.map((cell, column) => cell.padEnd(widths[column]));
    console.log(padded.join('  ').trimEnd());
  }
}

/** Keeps what other sections and scales have measured before. */
export function writeReport(results) {
  const isNew = ({ section, scale }) => results.some((one) => one.section === section && one.scale === scale);
  const all = [...earlier().filter((one) => !isNew(one)), ...results];
  const rank = ({ section, scale }) => `${section} ${['small', 'medium', 'large'].indexOf(scale)}`;
  all.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  mkdirSync(fromRoot('docs'), { recursive: true });
  writeFileSync(jsonFile, `${JSON.stringify({ results: all }, null, 2)}\n`);
  writeFileSync(pageFile, page(all));
}

function earlier() {
  try {
    return JSON.parse(readFileSync(jsonFile, 'utf8')).results;
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

const page = (results) => `# Benchmarks

Written by \`npm run bench\`; what the budgets are and why is in DESIGN.md. Times depend on the machine, so the budgets
are ratios within one run wherever that is possible. “Made up” transcripts come from \`build/bench/generate.mjs\`:
same seed, same bytes.
${results.map(chapter).join('')}`;

function chapter({ section, scale, date, seed, machine, rows }) {
  const { cores, memory, system, node, sqlite } = machine;
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return `
## ${section}, ${scale}
${date}, seed ${seed}; ${cores} cores, ${memory} GB, ${system}, Node ${node}, SQLite ${sqlite}

${line(head)}${line(head.map(() => '---'))}${rows.map((one) => line(cells(one))).join('')}`;
}
