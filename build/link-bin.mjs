// npm links the programs of dependencies, not a package's own: with this link `npx turnstone` in a checkout starts at
// once, on the Node that the checkout brings, instead of installing the checkout into npx's cache.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin');
if (process.platform !== 'win32') {
  mkdirSync(bin, { recursive: true });
  rmSync(join(bin, 'turnstone'), { force: true });
  symlinkSync(join('..', '..', 'build', 'turnstone.mjs'), join(bin, 'turnstone'));
}
