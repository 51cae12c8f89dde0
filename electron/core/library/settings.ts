import * as v from 'valibot';
import { settingsSchema, type Settings } from '../../../shared/schemas.ts';
import type { ReadDb, WriteDb } from '../db/handles.ts';

/** Every setting with its default; a value this version cannot read counts as not set. */
export function readSettings(library: ReadDb): Settings {
  const rows = library.prepare('SELECT name, value FROM setting').all() as { name: string; value: string }[];
  const settings = v.parse(settingsSchema, {});
  for (const { name, value } of rows) {
    const parsed = v.safeParse(settingsSchema, { ...settings, [name]: decode(value) });
    if (parsed.success) Object.assign(settings, parsed.output);
  }
  return settings;
}

function decode(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

export function writeSettings(
  library: WriteDb,
  changes: { [K in keyof Settings]?: Settings[K] | undefined },
): Settings {
  const save = library.prepare('INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  library.transaction(() => {
    for (const [name, value] of Object.entries(changes)) if (value !== undefined) save.run(name, JSON.stringify(value));
  })();
  return readSettings(library);
}
