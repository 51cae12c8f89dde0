// Stands in for Electron's own default app, which the registry's package lacks: runs the app folder named first.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.');
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

app.setAppPath(folder);
app.setName(productName ?? name);
app.setVersion(version);
await import(pathToFileURL(join(folder, main)).href);
