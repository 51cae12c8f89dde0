// `npm run package`: the app as a folder for this platform, ready to run. `npm run package -- --all`: its installers.
// Anything else after `--` goes to electron-builder as it is.
import { electronRuntime } from './runtime.mjs';
import { fromRoot, run } from './steps.mjs';

const args = process.argv.slice(2).filter((argument) => argument !== '--all');
const folderOnly = process.argv.length === 2;

async function packageApp() {
  const { dist, origin } = await electronRuntime({ forTests: process.env.TURNSTONE_TESTS === '1' });
  const built = await run('npm', ['run', 'build', '--silent']);
  if (built !== 0) return built;
  const config = ['--config', fromRoot('build', 'electron-builder.yml'), '--publish', 'never'];
  // Installers for several architectures need an Electron for each: electron-builder downloads the official ones itself.
  if (folderOnly || origin !== 'official') config.push(`--config.electronDist=${dist}`);
  return run('npx', ['--no-install', 'electron-builder', ...config, ...(folderOnly ? ['--dir'] : args)]);
}

process.exitCode = await packageApp().catch((error) => {
  console.error(error.message);
  return 1;
});
