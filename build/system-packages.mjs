// What the tests need from the operating system: a display without a screen, a browser, and Electron's libraries.
import { spawnSync } from 'node:child_process';
import { isMain } from './steps.mjs';

export const debianPackages = [
  'xvfb',
  'xauth',
  'xdotool',
  'chromium',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libatk-bridge2.0-0',
  'libcups2',
  'libxss1',
  'libxtst6',
  'libnotify4',
  'libsecret-1-0',
  'libxkbcommon0',
  'libdrm2',
];

/** Newer Debians renamed many libraries for 64-bit time; the old name plus `t64` is the same library. */
const renamed = (name) => `${name}t64`;

function installedPackages() {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Abbrev} ${Package}\n'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return undefined;
  const installed = stdout.split('\n').filter((line) => line.startsWith('ii'));
  return new Set(installed.map((line) => line.trim().split(/\s+/)[1]));
}

function missingPackages() {
  const installed = installedPackages();
  return installed && debianPackages.filter((name) => !installed.has(name) && !installed.has(renamed(name)));
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed with exit code ${status}.`);
}

const knownToApt = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;

/** Installs what is missing, or says how to. Returns whether the tests can go on. */
export function ensureSystemPackages() {
  if (process.platform !== 'linux') {
    console.log('Nothing to install: the tests rely on Google Chrome or Chromium and on this desktop’s own display.');
    return true;
  }
  const missing = missingPackages();
  if (!missing) {
    console.log(`This is not a Debian: the tests rely on what Debian calls ${debianPackages.join(' ')}.`);
    return true;
  }
  if (missing.length === 0) {
    console.log('All Debian packages are there.');
    return true;
  }
  if (process.getuid() !== 0) {
    console.error(`Debian packages are missing. Install them with:\n  sudo apt-get install ${missing.join(' ')}`);
    return false;
  }
  console.log(`Installing ${missing.join(' ')}`);
  aptGet('update', '-qq');
  const names = missing.map((name) => (knownToApt(renamed(name)) ? renamed(name) : name));
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...names);
  return true;
}

if (isMain(import.meta) && !ensureSystemPackages()) process.exitCode = 1;
