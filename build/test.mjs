// `npm test`: sets up what the tests need and runs all of them, from the types to the packaged app.
import { mkdirSync, rmSync } from 'node:fs';
import { electronRuntime } from './runtime.mjs';
import { fromRoot, run } from './steps.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { countTests } from './test-counts.mjs';

const reports = fromRoot('.cache', 'test-reports');
const env = { TURNSTONE_TESTS: '1' };

const npx = (...args) => run('npx', ['--no-install', ...args], { env });
const npm = (script) => run('npm', ['run', '--silent', script], { env });

const steps = [
  ['System packages', async () => (ensureSystemPackages() ? 0 : 1)],
  ['Electron for the tests', provideElectron],
  ['Build', () => npm('build')],
  ['Types, lint, layers', () => npm('check')],
  ['Unit, contract and fault tests', unitTests],
  ['In a browser', () => playwright('browser')],
  ['In Electron', () => playwright('electron')],
  ['Package', () => npm('package')],
  ['The packaged app', () => playwright('packaged')],
];

/** All later steps use the one that was found, without looking again. */
async function provideElectron() {
  const { dist, executable } = await electronRuntime({ forTests: true });
  env.ELECTRON_OVERRIDE_DIST_PATH = dist;
  console.log(executable);
  return 0;
}

function unitTests() {
  const json = `--outputFile.json=${reports}/unit.json`;
  return npx('vitest', 'run', '--reporter=default', '--reporter=json', json);
}

function playwright(project) {
  env.PLAYWRIGHT_JSON_OUTPUT_FILE = `${reports}/${project}.json`;
  // Each project has an output folder of its own: Playwright empties it first.
  const args = ['test', `--project=${project}`, '--reporter=list,json', `--output=test-results/${project}`];
  const needsDisplay = process.platform === 'linux' && !process.env.DISPLAY && project !== 'browser';
  if (!needsDisplay) return npx('playwright', ...args);
  return run('xvfb-run', ['-a', 'npx', '--no-install', 'playwright', ...args], { env });
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(9);

async function runAll() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const table = [];
  const begun = performance.now();
  let code = 0;
  for (const [name, step] of steps) {
    console.log(`\n== ${name}`);
    const started = performance.now();
    code = await step().catch((error) => (console.error(error.message), 1));
    table.push(`${seconds(started)}  ${name}${code === 0 ? '' : `: failed (${code})`}`);
    if (code !== 0) break;
  }
  const { passed, failed } = countTests(reports);
  console.log(`\n${table.join('\n')}\n${seconds(begun)}  in all\n\n${passed} passed, ${failed} failed`);
  return code;
}

process.exitCode = await runAll();
