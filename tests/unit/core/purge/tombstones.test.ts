import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal, readReceipts } from '../../../../electron/core/purge/journal.ts';
import { quiet } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';
import { folder, ghost, gone, stays } from '../../../support/traces.ts';
import { Purging } from './support.ts';

let purging: Purging;
beforeEach(async () => {
  purging = new Purging();
  await purging.index();
});
afterEach(() => purging.close());

const known = () => purging.indexing.sessions().map(({ sessionId }) => sessionId);
const main = () => purging.indexing.at('projects', folder, `${gone}.jsonl`);
const soon = () => new Date(Date.now() + 60_000);

/** A transcript as Claude Code would write it from nothing. */
function written(path: string, text: string, when = soon()): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, when, when);
}

describe('what was purged does not come back', () => {
  test('by a backup that brings its transcript, its subagents and its prompts', async () => {
    const saved = join(purging.indexing.folders.base, 'saved');
    cpSync(purging.indexing.root, saved, { recursive: true, preserveTimestamps: true });
    await purging.run({ sessions: [gone] });
    cpSync(saved, purging.indexing.root, { recursive: true, preserveTimestamps: true });
    await purging.indexer.run(true, quiet);
    expect(known()).toEqual([stays, ghost]);
  });

  test('by a backup that writes it with the time of today', async () => {
    const text = readFileSync(main(), 'utf8');
    await purging.run({ sessions: [gone] });
    written(main(), text);
    await purging.index();
    expect(known()).not.toContain(gone);
  });

  test('unless Claude Code goes on in it: what is written anew is another transcript', async () => {
    await purging.run({ sessions: [gone] });
    const script = new Script({ session: gone, seed: 99 });
    script.prompt('something new');
    written(main(), script.text);
    await purging.index();
    expect(purging.indexing.texts(gone)).toEqual(['something new']);
    written(main(), `${script.text}${script.text}`, new Date('2026-05-01')); // the stone is gone for good
    await purging.index();
    expect(known()).toContain(gone);
  });

  test('prompts that are typed after the purge are another ghost’s', async () => {
    await purging.run({ sessions: [ghost] });
    const prompt = (display: string, timestamp: number) =>
      `${JSON.stringify({ display, timestamp, sessionId: ghost, project: '/x' })}\n`;
    purging.indexing.append('history.jsonl', prompt('from a backup', Date.UTC(2026, 1, 1)));
    await purging.index();
    expect(known()).not.toContain(ghost);
    expect(purging.indexing.found('backup')).toBe(0);
  });

  test('by the archive', async () => {
    await purging.run({ sessions: [gone] });
    const folderName = `${gone}.0123456789abcdef`;
    mkdirSync(join(purging.dataDir, 'archive', folderName), { recursive: true });
    purging.library
      .prepare(`INSERT INTO archived VALUES (?, ?, ?, ?, 10, 1, 420, 7, 'x', ?, 10, 1)`)
      .run(main(), purging.indexing.root, gone, main(), join(folderName, 'copy.zst'));
    await purging.index();
    expect(known()).not.toContain(gone);
  });

  test('and a fork that repeats its records goes on being indexed', async () => {
    const fork = 'f0f0f0f0-6666-4666-8666-ffffffffffff';
    const text = readFileSync(main(), 'utf8').replaceAll(gone, fork);
    await purging.run({ sessions: [gone] });
    written(purging.indexing.at('projects', folder, `${fork}.jsonl`), text);
    await purging.index();
    expect(known()).toContain(fork);
  });
});

describe('what is half done', () => {
  /** A purge that was written down and then could not be carried out. */
  const begin = (verb: 'purge' | 'trash') =>
    openJournal(purging.library).begin({
      verb,
      sessions: [gone],
      steps: [{ path: main(), what: 'transcript', action: 'delete', bytes: 1 }],
      graves: [{ path: main(), sessionId: gone, head: null }],
    });

  test.each(['purge', 'trash'] as const)('a transcript that a %s could not remove is not indexed', async (verb) => {
    begin(verb);
    const { db } = purging.indexing;
    db.exec('DELETE FROM history; UPDATE file SET session = session');
    await purging.indexer.run(true, quiet);
    const file = purging.indexing.rows('SELECT deleted FROM file WHERE path = ?', main());
    expect(file).toEqual([{ deleted: expect.any(Number) as number }]); // it counts as gone
  });

  test('is finished at the next start, and before anything is indexed', async () => {
    begin('purge');
    const purger = purging.purger();
    const resumed = purger.resume();
    const indexed = purging.index();
    await resumed;
    expect(existsSync(main())).toBe(false);
    await indexed;
  });

  test('only the receipt was not written: the next start looks whether anything is left, and writes it', async () => {
    purging.library.exec(
      "CREATE TEMP TRIGGER stop BEFORE UPDATE OF ended ON purge BEGIN SELECT raise(ABORT, 'stopped'); END",
    );
    await expect(purging.run({ sessions: [gone] })).rejects.toThrow('It goes on at the next start');
    purging.library.exec('DROP TRIGGER stop');
    await purging.purger().resume();
    const [receipt] = readReceipts(purging.library);
    expect(receipt).toMatchObject({ done: true, verified: false, ended: expect.any(Number) as number });
    expect(receipt?.remaining).toEqual([expect.stringContaining('It was interrupted')]);
    await purging.purger().resume();
    expect(readReceipts(purging.library)).toEqual([receipt]);
  });

  test('is left alone where somebody works in the session, and taken up again later', async () => {
    begin('purge');
    const note = purging.indexing.at('sessions', '1.json');
    writeFileSync(note, JSON.stringify({ pid: process.pid, sessionId: gone }));
    await purging.purger().resume();
    expect(existsSync(main())).toBe(true);
    rmSync(note);
    await purging.purger().resume();
    expect(existsSync(main())).toBe(false);
  });

  test('spares a session that was gone on with since, and says so', async () => {
    begin('purge');
    utimesSync(main(), soon(), soon());
    await purging.purger().resume();
    expect(existsSync(main())).toBe(true);
    const [receipt] = purging.library.prepare('SELECT remaining FROM purge').pluck().all() as string[];
    expect(receipt).toContain('was written again since');
    await purging.index();
    expect(known()).toContain(gone);
  });
});

test('what was moved to the trash and back by hand is shown again', async () => {
  await purging.run({ sessions: [gone] }, 'trash');
  renameSync(join(purging.trash, 'files', `${gone}.jsonl`), main());
  await purging.index();
  expect(known()).toContain(gone);
});
