// `npm start`: the desktop window; where there can be none, the same app in a browser. Plain enough for an old Node to
// read, so that it gets a sentence instead of a crash.
import { existsSync } from 'node:fs';
import { runElectron } from './run-electron.mjs';
import { electronRuntime } from './runtime.mjs';
import { fromRoot, run, runDetached } from './steps.mjs';

const args = process.argv.slice(2);

async function start() {
  if (Number(process.versions.node.split('.')[0]) < 22) {
    console.error(
      `Turnstone needs Node 22 or newer; this is Node ${process.versions.node}. \`npm start\` brings its own.`,
    );
    return 1;
  }
  if (!isBuilt()) {
    console.error('Building Turnstone …');
    const code = await run('npm', ['run', 'build', '--silent']);
    if (code !== 0) return code;
  }
  const { code, reason } = await openWindow();
  if (reason === undefined) return code;
  console.error(`${reason} Turnstone opens in the browser instead.`);
  return runDetached(process.execPath, [fromRoot('build', 'turnstone.mjs'), 'serve', ...args]).exit;
}

const isBuilt = () => ['out/main/main.js', 'out/renderer/index.html'].every((file) => existsSync(fromRoot(file)));

/** Either the exit code of the desktop app, or the reason why it could not run. */
async function openWindow() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return { reason: 'There is no display here.' };
  try {
    return await runElectron(await electronRuntime(), args);
  } catch (error) {
    return { reason: error.message };
  }
}

process.exitCode = await start();
