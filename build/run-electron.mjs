// Runs the built app in Electron and tells an app that ended from an Electron that cannot run here.
import { projectRoot, runDetached } from './steps.mjs';

const atOnce = 3_000;

/** Resolves to `{ code }`, or to `{ reason }` when Electron died before it could open a window. */
export async function runElectron({ executable }, args) {
  const flags = [];
  if (process.platform === 'linux' && process.getuid() === 0) {
    console.error('You are root, and Chromium’s sandbox does not work for root: it is switched off.');
    flags.push('--no-sandbox');
  }
  const started = Date.now();
  const { child, exit } = runDetached(executable, [...flags, projectRoot, ...args], ['inherit', 'inherit', 'pipe']);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    process.stderr.write(text);
    said = (said + text).slice(-10_000);
  });
  const code = await exit;
  // The app itself refused to start and has said why, or it ran: either way there is nothing to make up for.
  if (code === 0 || /^Turnstone: /m.test(said) || Date.now() - started > atOnce) return { code };
  return { reason: `Electron cannot run here (${lastWords(said) ?? `exit code ${code}`}).` };
}

function lastWords(said) {
  const lines = said.split('\n').map((line) => line.replace(/^\[[^\]]*\]\s*/, '').trim());
  const telling = /error while loading|Missing X server|cannot open display|sandbox|platform failed/i;
  return lines.find((line) => telling.test(line)) ?? lines.filter(Boolean).at(-1);
}
