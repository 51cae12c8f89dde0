import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFormats, type ExportFormat } from '../../../../shared/export.ts';
import { piecesOf, plantedSecrets } from '../../../support/planted-secrets.ts';
import type { Script } from '../../../support/script.ts';
import { places, titles } from '../../../support/secret-places.ts';
import { Exports, readingsOf } from './support.ts';

const planted = plantedSecrets();
const pieces = planted.flatMap(piecesOf);
/** Of these no document shows anything. */
const unseen = new Set(['a file before it was changed', 'a queue', 'the id of a call', 'the id of a message', 'a tag']);

let exports: Exports;
/** Each place in a session of its own, so that nothing is found because it stands somewhere else as well. */
const scripts = new Map<string, Script[]>();

beforeAll(async () => {
  exports = new Exports();
  for (const [place, plant] of Object.entries(places)) {
    const script = exports.script();
    script.prompt('Begin');
    for (const secret of planted) plant(script, secret);
    scripts.set(place, [script]);
  }
  for (const [place, plant] of Object.entries(titles)) {
    scripts.set(
      place,
      planted.map((secret) => {
        const script = exports.script();
        script.prompt('Begin');
        plant(script, secret);
        return script;
      }),
    );
  }
  await exports.add(...[...scripts.values()].flat());
}, 120_000);
afterAll(() => exports.close());

async function documents(place: string, format: ExportFormat, redactSecrets: boolean): Promise<string> {
  const all = (scripts.get(place) ?? []).map(async ({ session }) => {
    const parts = await exports.parts({ what: 'sessions', sessions: [session] }, format, { redactSecrets });
    return parts.map(({ name, content }) => name + content).join('');
  });
  return (await Promise.all(all)).join('\n');
}

describe.each([...Object.keys(places), ...Object.keys(titles)])('%s', (place) => {
  test.each(exportFormats)('as %s holds no secret', async (format) => {
    const found = readingsOf(await documents(place, format, true));
    expect(pieces.filter((piece) => found.some((text) => text.includes(piece)))).toEqual([]);
  });

  test.skipIf(unseen.has(place))('is a place that an export shows', async () => {
    const shown = await Promise.all(exportFormats.map((format) => documents(place, format, false)));
    const found = shown.flatMap(readingsOf);
    expect(pieces.some((piece) => found.some((text) => text.includes(piece)))).toBe(true);
  });
});
