// Imports go down only. A file's place in the tree says which runtime it belongs to and what it may lean on.
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..');

/** layer -> the layers of ours it may import, and whether Node's and Electron's modules exist there. */
const layers = {
  shared: { may: ['shared'], node: false, electron: false },
  renderer: { may: ['renderer', 'shared'], node: false, electron: false },
  'electron/core': { may: ['electron/core', 'shared'], node: true, electron: false },
  'electron/serve': { may: ['electron/serve', 'electron/core', 'shared'], node: true, electron: false },
  'electron/cli': { may: ['electron/cli', 'electron/serve', 'electron/core', 'shared'], node: true, electron: false },
  'electron/main': { may: ['electron/main', 'electron/core', 'shared'], node: true, electron: true },
  'electron/preload': { may: ['electron/preload', 'shared'], node: false, electron: true },
};

const layerOf = (path) => Object.keys(layers).find((layer) => path.startsWith(`${layer}/`));
const imports = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(ts|svelte)$/.test(entry.name)) yield path;
  }
}

/** What is wrong with an import, or undefined. */
export function objection(path, specifier) {
  const layer = layers[layerOf(path)];
  if (!layer) return `${path} is in no known layer`;
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(path), specifier))
      .split(sep)
      .join('/');
    if (target === 'package.json') return undefined;
    const targetLayer = layerOf(target);
    return layer.may.includes(targetLayer) ? undefined : `${path} imports ${target}`;
  }
  if (specifier === 'electron' || specifier.startsWith('electron/')) {
    return layer.electron ? undefined : `${path} imports electron`;
  }
  const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier) || specifier === 'better-sqlite3';
  return isNode && !layer.node ? `${path} imports ${specifier}` : undefined;
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const objections = ['shared', 'renderer', 'electron']
    .flatMap((folder) => [...sources(join(root, folder))])
    .flatMap((file) => {
      const path = relative(root, file).split(sep).join('/');
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(imports)].map(([, specifier]) => objection(path, specifier)).filter(Boolean);
    });
  for (const line of objections) console.error(line);
  if (objections.length > 0) process.exit(1);
  console.log('Imports go down only.');
}
