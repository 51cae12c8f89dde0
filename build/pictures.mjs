// `npm run pictures`: takes the screenshots of docs/pictures anew, in a real Electron window and in a browser.
import { electronRuntime } from './runtime.mjs';
import { run } from './steps.mjs';

const { dist } = await electronRuntime({ forTests: true });
const env = { ELECTRON_OVERRIDE_DIST_PATH: dist, TURNSTONE_TESTS: '1' };
const args = ['npx', '--no-install', 'playwright', 'test', '--project=pictures', '--reporter=list'];
const display = process.platform === 'linux' && !process.env.DISPLAY;
process.exitCode = display
  ? await run('xvfb-run', ['-a', '-s', '-screen 0 1600x1000x24', ...args], { env })
  : await run(args[0], args.slice(1), { env });
