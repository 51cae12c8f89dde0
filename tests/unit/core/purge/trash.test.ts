import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freedesktopTrash, infoOf, plainTrash, putBack } from '../../../../electron/core/purge/trash.ts';
import { readReceipts } from '../../../../electron/core/purge/journal.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';
import { quiet } from '../../../support/indexing.ts';
import { filesBelow } from '../../../support/residue.ts';
import { folder, ghost, gone, stays } from '../../../support/traces.ts';
import { Purging } from './support.ts';

describe('a trash', () => {
  let folders: Folders;
  beforeEach(() => void (folders = emptyFolders()));
  afterEach(() => folders.remove());

  const file = (name: string, text = name) => {
    const path = join(folders.base, name);
    writeFileSync(path, text);
    return path;
  };
  const put = (trash: ReturnType<typeof plainTrash>, path: string) => {
    let where = '';
    trash.put(path, (moved) => {
      expect(existsSync(moved)).toBe(false);
      where = moved;
    });
    expect(existsSync(path)).toBe(false);
    return where;
  };

  test('of freedesktop.org notes where each thing was, and takes things of the same name', () => {
    const home = join(folders.base, 'share', 'Trash');
    const trash = freedesktopTrash(home);
    const first = put(trash, file('tide & ebb é.jsonl', 'one'));
    const second = put(trash, file('tide & ebb é.jsonl', 'two'));
    expect([first, second].map((path) => readFileSync(path, 'utf8'))).toEqual(['one', 'two']);
    expect(readdirSync(join(home, 'files')).toSorted()).toEqual(
      ['tide & ebb é 2.jsonl', 'tide & ebb é.jsonl'].toSorted(),
    );
    const note = readFileSync(infoOf(first), 'utf8').split('\n');
    expect(note[0]).toBe('[Trash Info]');
    expect(decodeURIComponent(note[1] ?? '')).toBe(`Path=${join(folders.base, 'tide & ebb é.jsonl')}`);
    expect(note[1]).not.toContain(' ');
    expect(note[2]).toMatch(/^DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  test('gives back what it has, and its note goes', () => {
    const trash = freedesktopTrash(join(folders.base, 'Trash'));
    const path = file('a.jsonl', 'words');
    const moved = put(trash, path);
    expect(putBack(moved, path)).toBe(true);
    expect([readFileSync(path, 'utf8'), existsSync(infoOf(moved))]).toEqual(['words', false]);
    expect(putBack(moved, path)).toBe(false);
  });

  test('does not write over what came in its place', () => {
    const trash = plainTrash(join(folders.base));
    const other = join(folders.base, 'inner');
    mkdirSync(other);
    writeFileSync(join(other, 'x'), 'first');
    const moved = put(trash, join(other, 'x'));
    writeFileSync(join(other, 'x'), 'second');
    expect(() => putBack(moved, join(other, 'x'))).toThrow('another');
  });

  const elsewhere = '/dev/shm';
  const isOtherDisk = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync('/tmp').dev;
  test.runIf(isOtherDisk)('of another disk is on that disk', () => {
    const there = mkdtempSync(join(elsewhere, 'turnstone-test-'));
    const top = join(elsewhere, `.Trash-${process.getuid?.() ?? 0}`);
    const was = existsSync(top);
    try {
      const path = join(there, 'a.jsonl');
      writeFileSync(path, 'words');
      const moved = put(freedesktopTrash(join(folders.base, 'Trash')), path);
      expect(moved.startsWith(top)).toBe(true);
      expect(readFileSync(infoOf(moved), 'utf8')).toContain(`Path=${path.slice(elsewhere.length + 1)}\n`);
      expect(putBack(moved, path)).toBe(true);
    } finally {
      rmSync(there, { recursive: true });
      if (!was) rmSync(top, { recursive: true, force: true });
    }
  });
});

describe('moving a session to the trash', () => {
  let purging: Purging;
  beforeEach(async () => {
    purging = new Purging();
    await purging.index();
  });
  afterEach(() => purging.close());
  const known = () => purging.indexing.sessions().map(({ sessionId }) => sessionId);

  test('takes it out of the Claude folder and of the index, and everything can be put back as it was', async () => {
    const before = filesBelow(purging.indexing.root);
    const receipt = await purging.run({ sessions: [gone] }, 'trash');
    expect(receipt).toMatchObject({ verb: 'trash', done: true, verified: true, restorable: true, remaining: [] });
    expect(known()).toEqual([stays, ghost]);
    for (const path of filesBelow(purging.indexing.root).keys()) expect(path).not.toContain(gone);
    await purging.indexer.run(true, quiet);
    expect(known()).toEqual([stays, ghost]);

    const restored = await purging.purger().restore(receipt.id, quiet);
    expect(restored).toMatchObject({ restorable: false, remaining: [] });
    expect(known().toSorted()).toEqual([gone, stays, ghost].toSorted());
    const after = filesBelow(purging.indexing.root);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const rewritten = ['history.jsonl', `projects/${folder}/sessions-index.json`];
    for (const [path, bytes] of before) {
      if (!rewritten.includes(path)) expect(after.get(path)?.equals(bytes), path).toBe(true);
    }
    const lines = (files: typeof before) =>
      files
        .get('history.jsonl')
        ?.toString()
        .split(/\n|(?<=\})(?=\{")/)
        .filter(Boolean)
        .toSorted();
    expect(lines(after)).toEqual(lines(before));
    const entries = (files: typeof before) =>
      JSON.parse(files.get(rewritten[1] ?? '')?.toString() ?? '') as { entries: { sessionId: string }[] };
    expect(
      entries(after)
        .entries.map(({ sessionId }) => sessionId)
        .toSorted(),
    ).toEqual([gone, stays].toSorted());
    expect(filesBelow(purging.trash).size).toBe(0);
    expect((await purging.run({ sessions: [gone] })).verified).toBe(true);
  });

  test('its prompts come back between the others by their time', async () => {
    const { id } = await purging.run({ sessions: [gone] }, 'trash');
    await purging.purger().restore(id, quiet);
    const times = readFileSync(purging.indexing.at('history.jsonl'), 'utf8')
      .split('\n')
      .flatMap((line) =>
        line.startsWith('{"display":"Please') ? [(JSON.parse(line) as { timestamp: number }).timestamp] : [],
      );
    expect(times).toEqual(times.toSorted());
    expect(times).toHaveLength(2);
  });

  test('bookmarks stay, for when it is put back', async () => {
    purging.library
      .prepare(`INSERT INTO place (session_id, file, project, scope, title) VALUES (?, '', '/x', 'session', 'kept')`)
      .run(gone);
    const { plan } = await purging.plan({ sessions: [gone] }, 'trash');
    expect(plan.find(({ what }) => what === 'library')).toMatchObject({ action: 'keep' });
    await purging.run({ sessions: [gone] }, 'trash');
    expect(purging.library.prepare('SELECT title FROM place').pluck().all()).toEqual(['kept']);
  });

  test('what was emptied from the trash cannot be put back', async () => {
    const { id } = await purging.run({ sessions: [gone] }, 'trash');
    rmSync(purging.trash, { recursive: true });
    expect(readReceipts(purging.library)[0]).toMatchObject({ restorable: false });
    await expect(purging.purger().restore(id, quiet)).rejects.toMatchObject({ code: 'refused' });
  });

  test('what was emptied in part is named, and the rest is put back', async () => {
    const { id } = await purging.run({ sessions: [gone] }, 'trash');
    rmSync(join(purging.trash, 'files', `${gone}.txt`));
    const { remaining } = await purging.purger().restore(id, quiet);
    expect(remaining).toEqual([expect.stringContaining('no longer in the trash')]);
    expect(known()).toContain(gone);
  });

  test('a purge cannot be put back', async () => {
    const { id, restorable } = await purging.run({ sessions: [gone] });
    expect(restorable).toBe(false);
    await expect(purging.purger().restore(id, quiet)).rejects.toMatchObject({ code: 'refused' });
    await expect(purging.purger().restore(99, quiet)).rejects.toMatchObject({ code: 'not_found' });
  });
});
