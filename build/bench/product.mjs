// The program as people run it: a process of its own, watched from outside.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fromRoot } from '../steps.mjs';

const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export function start(script, args) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

export const startTurnstone = (...args) => start(fromRoot('build', 'turnstone.mjs'), args);

/** Runs a program to its end: the JSON that it printed, the time it took from outside, its memory at most. */
export async function finish(child) {
  const begun = performance.now();
  const memory = watchMemory(child.pid);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = await once(child, 'close');
  const wall = performance.now() - begun;
  const peak = memory.stop();
  if (code !== 0) throw new Error(`${child.spawnargs.slice(1, 3).join(' ')} ended with ${code}: ${text.slice(0, 500)}`);
  return { ...JSON.parse(text), wall, peak };
}

export function startIndex(claudeDir, dataDir) {
  settle();
  return startTurnstone('index', '--json', '--claude-dir', claudeDir, '--data-dir', dataDir);
}

export const index = (claudeDir, dataDir) => finish(startIndex(claudeDir, dataDir));

/** What was written before goes to the disk now, not while something is measured. */
function settle() {
  if (process.platform !== 'win32') spawnSync('sync');
}

/** The first thing that a program prints, which says that it is ready. */
export const firstWords = (child) =>
  Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(([code]) => {
      throw new Error(`${child.spawnargs.slice(1, 3).join(' ')} ended with ${code}.`);
    }),
  ]);

export async function stop(child) {
  if (!running.has(child)) return;
  child.kill('SIGTERM');
  await once(child, 'close');
}

/** The kernel keeps the highest mark, so looking now and then is enough. Megabytes; null where there is no /proc. */
function watchMemory(pid) {
  let peak = null;
  const look = () => {
    try {
      const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
      if (found) peak = (Number(found[1]) * 1024) / 1e6;
    } catch {
      // ended, or not Linux
    }
  };
  const timer = setInterval(look, 20);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
