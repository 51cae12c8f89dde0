import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openIndex } from '../../../../electron/core/db/open.ts';
import { runIndex } from '../../../../electron/core/ingest/run.ts';
import { quiet } from '../../../support/indexing.ts';
import { filesBelow, runsIn, runsLeft } from '../../../support/residue.ts';
import { gone, stays } from '../../../support/traces.ts';
import { Purging } from './support.ts';

let purging: Purging;
beforeEach(async () => {
  purging = new Purging();
  await purging.index();
});
afterEach(() => purging.close());

/** What twelve bytes and more only the erased session had: in its files, in what was indexed of it, nowhere else. */
async function onlyItHad(before: ReadonlyMap<string, Buffer>): Promise<Set<string>> {
  const control = join(purging.indexing.folders.base, 'control');
  cpSync(purging.indexing.root, join(control, 'claude'), { recursive: true });
  const { db } = openIndex(join(control, 'data'));
  await runIndex(db, { roots: [join(control, 'claude')] }, quiet);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const after = filesBelow(purging.indexing.root);
  const runs = runsIn(before.values());
  for (const run of runsIn([...after.values(), ...filesBelow(join(control, 'data')).values()])) runs.delete(run);
  rmSync(control, { recursive: true });
  return runs;
}

describe('a purge', () => {
  test('leaves nothing of a session, and everything else as it was, byte for byte', async () => {
    const before = filesBelow(purging.indexing.root);
    const texts = purging.indexing.rows('SELECT text FROM entry_text').map(({ text }) => Buffer.from(String(text)));
    purging.indexing.db.pragma('wal_checkpoint(TRUNCATE)');
    const index = readFileSync(join(purging.dataDir, 'index.db'));
    const receipt = await purging.run({ sessions: [gone] });
    expect(receipt).toMatchObject({ verb: 'purge', done: true, verified: true, remaining: [], sessions: [gone] });

    const after = filesBelow(purging.indexing.root);
    const changed = ['history.jsonl', 'projects/-home-dev-kiln/sessions-index.json'];
    for (const [path, bytes] of before) {
      if (path.includes(gone) || /old0|wren-0|abcd00|jobs\/a1b2c3d4|900000000/.test(path))
        expect(after.has(path)).toBe(false);
      else if (!changed.includes(path)) expect(after.get(path)?.equals(bytes), path).toBe(true);
    }
    const lines = (files: ReadonlyMap<string, Buffer>) =>
      files
        .get('history.jsonl')
        ?.toString()
        .split(/(?<=\n)|(?<=\})(?=\{")/) ?? [];
    const own = [...(purging.traces.said.get(gone)?.values() ?? [])];
    expect(lines(after)).toEqual(lines(before).filter((line) => !own.some((word) => line.includes(word))));
    const entries = (files: ReadonlyMap<string, Buffer>) => files.get(changed[1] ?? '')?.toString() ?? '';
    const { entries: kept, ...rest } = JSON.parse(entries(before)) as { entries: { sessionId: string }[] };
    const expected = { ...rest, entries: kept.filter(({ sessionId }) => sessionId === stays) };
    expect(entries(after)).toBe(`${JSON.stringify(expected, null, 2)}\n`);

    const runs = await onlyItHad(
      new Map([...before, ...texts.map((text, nth): [string, Buffer] => [`text ${nth}`, text])]),
    );
    expect(runs.size).toBeGreaterThan(2000);
    expect(runsLeft(runs, index).length).toBeGreaterThan(500);
    // Receipts and tombstones name ids and paths; the paths hold the ids.
    const names = [gone, ...receipt.places.map(({ path }) => path)].sort((a, b) => b.length - a.length);
    for (const [path, bytes] of filesBelow(purging.dataDir)) {
      const content = path === 'library.db' ? without(names, bytes) : bytes;
      expect(runsLeft(runs, content), path).toEqual([]);
    }
  });
});

const without = (names: readonly string[], bytes: Buffer) =>
  Buffer.from(
    names.reduce((text, name) => text.replaceAll(name, '\0'), bytes.toString('latin1')),
    'latin1',
  );
