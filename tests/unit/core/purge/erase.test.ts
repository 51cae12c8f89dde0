import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openIndex } from '../../../../electron/core/db/open.ts';
import { runIndex } from '../../../../electron/core/ingest/run.ts';
import { readReceipts } from '../../../../electron/core/purge/journal.ts';
import { expectSound, quiet } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';
import { filesBelow, runsIn, runsLeft } from '../../../support/residue.ts';
import { folder, ghost, gone, stays } from '../../../support/traces.ts';
import { Purging, whole } from './support.ts';

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

/** On a line of its own, behind one that never ended. */
function prompt(session: string, text: string): string {
  const script = new Script({ session, seed: session.charCodeAt(0) });
  script.prompt(text);
  return `\n${script.text}`;
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

describe('after a purge', () => {
  test('the index is sound, knows the session no more, and a run brings nothing back', async () => {
    await purging.run({ sessions: [gone] });
    expectSound(purging.indexing.db);
    const known = () => purging.indexing.sessions().map(({ sessionId }) => sessionId);
    expect(known()).toEqual([stays, ghost]);
    for (const word of purging.traces.said.get(gone)?.values() ?? []) expect(purging.indexing.found(word)).toBe(0);
    await purging.indexer.run(true, quiet);
    expect(known()).toEqual([stays, ghost]);
    expect(purging.announced).toEqual([[gone]]);
  });

  test('nothing is left of one that only history.jsonl knew', async () => {
    const word = purging.traces.said.get(ghost)?.get('history') ?? '';
    expect(await purging.run({ sessions: [ghost] })).toMatchObject({ done: true, verified: true, sessions: [ghost] });
    expect(readFileSync(purging.indexing.at('history.jsonl'), 'utf8')).not.toContain(word);
    await purging.index();
    expect(purging.indexing.sessions().map(({ sessionId }) => sessionId)).not.toContain(ghost);
  });

  test('what two sessions shared is gone with both, and empty files stay what they are', async () => {
    const receipt = await purging.run({ olderThanDays: 1 });
    expect(receipt).toMatchObject({ done: true, verified: true, remaining: [] });
    expect(receipt.sessions.toSorted()).toEqual([gone, stays, ghost]);
    expect(readdirSync(purging.indexing.at('paste-cache'))).toEqual([]);
    expect(readdirSync(purging.indexing.at('plans'))).toEqual([]);
    const words = [...purging.traces.said.values()].flatMap((said) => [...said.values()]);
    const history = readFileSync(purging.indexing.at('history.jsonl'), 'utf8');
    expect(words.filter((word) => history.includes(word))).toEqual([]);
    expect(history.split('\n').filter(Boolean)).toHaveLength(3);
  });

  test('bookmarks on it are gone with their words, from copies of the library as well', async () => {
    const keep = purging.library.prepare(
      `INSERT INTO place (session_id, file, project, scope, title, excerpt) VALUES (?, '', '/x', 'session', ?, ?) RETURNING id`,
    );
    const ids = [gone, stays].map(
      (session) => (keep.get(session, `title ${session}`, `words of ${session}`) as { id: number }).id,
    );
    for (const id of ids) purging.library.prepare('INSERT INTO bookmark VALUES (?, ?, 1, 1)').run(id, `note on ${id}`);
    mkdirSync(join(purging.dataDir, 'backups'));
    const copy = join(purging.dataDir, 'backups', 'library-2026-05-01T00-00-00.db');
    purging.library.prepare('VACUUM INTO ?').run(copy);
    writeFileSync(join(purging.dataDir, 'backups', 'library-schema-1-1.db'), 'no database at all');

    const plan = await purging.plan({ sessions: [gone] });
    expect(plan.plan.filter(({ what }) => what === 'library').map(({ action, lines }) => [action, lines])).toEqual([
      ['rewrite', 1],
      ['rewrite', 1],
      ['delete', undefined],
    ]);
    expect(await purging.run({ sessions: [gone] })).toMatchObject({ done: true, verified: true, remaining: [] });
    for (const path of [copy, join(purging.dataDir, 'library.db')]) {
      const bytes = readFileSync(path, 'latin1');
      expect([bytes.includes(`words of ${gone}`), bytes.includes(`words of ${stays}`)]).toEqual([false, true]);
      expect([bytes.includes('note on 1'), bytes.includes('note on 2')]).toEqual([false, true]);
    }
    expect(readdirSync(join(purging.dataDir, 'backups'))).toEqual(['library-2026-05-01T00-00-00.db']);
  });

  test('its copy in the archive is gone, and what was exported of it alone', async () => {
    const exported = (name: string) => {
      const path = join(purging.indexing.folders.base, name);
      writeFileSync(path, 'exported');
      return path;
    };
    purging.library.exec('CREATE TABLE IF NOT EXISTS export_log (path TEXT, session_id TEXT, time INTEGER)');
    const log = purging.library.prepare('INSERT INTO export_log VALUES (?, ?, ?)');
    const [own, both, edited] = [exported('own.md'), exported('both.md'), exported('edited.md')];
    for (const path of [own, both]) log.run(path, gone, Date.now());
    log.run(both, stays, Date.now());
    log.run(edited, gone, Date.now() - 3_600_000);
    const folder = join(purging.dataDir, 'archive', `${gone}.0123456789abcdef`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'copy.zst'), 'packed');

    const { plan } = await purging.plan({ sessions: [gone] });
    const of = (path: string) => plan.find((one) => one.path === path);
    expect(of(both)).toMatchObject({ action: 'keep', why: expect.stringContaining('Other sessions') as string });
    expect(of(edited)).toMatchObject({ action: 'keep', why: expect.stringContaining('changed') as string });
    expect(await purging.run({ sessions: [gone] })).toMatchObject({ done: true, verified: true, remaining: [] });
    expect([own, both, edited, folder].map((path) => existsSync(path))).toEqual([false, true, true, false]);
  });
});

describe('what is not so is not said', () => {
  test('a plan that no longer holds is not carried out', async () => {
    const { token } = await purging.plan({ sessions: [gone] });
    purging.indexing.put(`file-history/${gone}/9@v1`, 'written since');
    await expect(
      purging.purger().run({ choice: whole({ sessions: [gone] }), verb: 'purge', token }, quiet),
    ).rejects.toMatchObject({ code: 'refused' });
    expect(existsSync(purging.indexing.at('projects', folder, `${gone}.jsonl`))).toBe(true);
    expect(readReceipts(purging.library)).toEqual([]);
  });

  test('a session that came to life since is not touched', async () => {
    const { token } = await purging.plan({ sessions: [gone] });
    writeFileSync(purging.indexing.at('sessions', '1.json'), JSON.stringify({ pid: process.pid, sessionId: gone }));
    await expect(
      purging.purger().run({ choice: whole({ sessions: [gone] }), verb: 'purge', token }, quiet),
    ).rejects.toMatchObject({ code: 'refused' });
  });

  test('words that are still somewhere in the data folder are told of, by place and number', async () => {
    const stray = join(purging.dataDir, 'window', 'Cache', 'data_1');
    mkdirSync(join(stray, '..'), { recursive: true });
    writeFileSync(stray, `…${purging.traces.said.get(gone)?.get('answer') ?? ''}…`);
    const receipt = await purging.run({ sessions: [gone] });
    expect(receipt).toMatchObject({ done: true, verified: false });
    expect(receipt.remaining).toEqual([expect.stringMatching(/window.*data_1 still holds \d+ of \d+ strings/)]);
    expect(JSON.stringify(receipt)).not.toContain(purging.traces.said.get(gone)?.get('answer'));
  });

  test('free pages that hold words of it are cleaned', async () => {
    purging.indexing.db.pragma('secure_delete = OFF'); // as if SQLite had left something behind
    expect(await purging.run({ sessions: [gone] })).toMatchObject({ done: true, verified: true });
    const word = purging.traces.said.get(gone)?.get('answer') ?? '';
    expect(readFileSync(join(purging.dataDir, 'index.db'), 'latin1')).not.toContain(word);
  });

  test('its receipt and its tombstones keep its id, and no name that stood in its records', async () => {
    const names = ['0123456789abcd00', 'brisk-copper-wren-0', 'agent-old0', 'agent-a0sub'];
    const { places } = await purging.run({ sessions: [gone] });
    const paths = places.map(({ path }) => path);
    for (const dir of ['paste-cache', 'plans']) expect(paths).toContain(purging.indexing.at(dir, '…'));
    const library = readFileSync(join(purging.dataDir, 'library.db'), 'latin1');
    expect(names.filter((name) => library.includes(name))).toEqual([]);
    expect(library).toContain(gone);
  });

  test('free pages are cleaned though no sample tells what is in them', async () => {
    const words = ['the kiln was fired', 'twice this week'];
    const [own, others] = [words.join(' … '), words.join(', ')];
    for (const [session, text] of [
      [gone, own],
      [stays, others],
    ] as const)
      appendFileSync(purging.indexing.at('projects', folder, `${session}.jsonl`), prompt(session, text));
    purging.traces.settle();
    await purging.index();
    const { db } = purging.indexing;
    db.pragma('secure_delete = OFF'); // as if the row had been moved from one page to another
    db.prepare('CREATE TABLE moved AS SELECT text FROM entry_text WHERE text = ?').run(own);
    db.exec('DROP TABLE moved');
    db.pragma('secure_delete = ON');
    expect(await purging.run({ sessions: [gone] })).toMatchObject({ done: true, verified: true });
    const bytes = readFileSync(join(purging.dataDir, 'index.db'));
    expect([bytes.includes(own), bytes.includes(others)]).toEqual([false, true]);
  });

  test('a second name of a file is a copy that survives', async () => {
    linkSync(purging.indexing.at('debug', `${gone}.txt`), join(purging.indexing.folders.base, 'twin'));
    const receipt = await purging.run({ sessions: [gone] });
    expect(receipt).toMatchObject({ done: true, verified: false });
    expect(receipt.remaining).toEqual([expect.stringContaining('hard link')]);
  });

  test('of a folder that is a link, what it points to stays', async () => {
    const target = join(purging.indexing.folders.base, 'elsewhere');
    const link = purging.indexing.at('projects', folder, gone);
    renameSync(link, target);
    symlinkSync(target, link);
    const receipt = await purging.run({ sessions: [gone] });
    expect(receipt).toMatchObject({ done: true, verified: false });
    expect(receipt.remaining).toEqual([expect.stringContaining('what it points to stays')]);
    expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
    expect(readdirSync(target).toSorted()).toEqual(['subagents', 'tool-results', 'workflows']);
  });
});
