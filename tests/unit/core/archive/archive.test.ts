import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archivedFiles, deleteArchived } from '../../../../electron/core/archive/folders.ts';
import { listDetails, readRecord } from '../../../../electron/core/browse/detail/details.ts';
import { readImage } from '../../../../electron/core/browse/detail/images.ts';
import { openTranscript } from '../../../../electron/core/browse/sessions.ts';
import { diagnose } from '../../../../electron/core/insight/diagnostics.ts';
import { Archiving } from '../../../support/archiving.ts';
import { everythingId, writeEverything } from '../../../support/gallery/everything.ts';
import { quiet } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';
import { snapshotOf } from '../../../support/snapshot.ts';

let world: Archiving;
beforeEach(() => void (world = new Archiving()));
afterEach(() => world.close());

const uuid = (n: number) => `6a1b2c3d-0000-4000-8000-00000000000${n}`;
const project = 'projects/-home-dev-x';

/** A session of one prompt, last written so many hours ago. */
function write(session: string, words: string, hours = 48): string {
  const script = new Script({ session });
  script.prompt(words);
  script.answer(`About ${words}`);
  const path = world.put(`${project}/${session}.jsonl`, script.text);
  world.age(path, hours);
  return path;
}

/** Every file below a folder, with its bytes. */
function contentsOf(dir: string): Map<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  );
}

const archiveFolder = () => join(world.folders.dataDir, 'archive');
const copies = () => (existsSync(archiveFolder()) ? [...contentsOf(archiveFolder()).keys()] : []);

/** Everything a person can see of a session. */
function seen(session: string) {
  const copyOf = world.list.copyOf;
  const { files, details } = openTranscript(world.read, session);
  const transcripts = files.map(({ file }) => {
    const entries = world.entries(session, file);
    const positions = entries.map(({ position }) => position);
    const shown = listDetails(world.read, { session, file, positions, full: true, most: 100_000 }, copyOf).details;
    const images = shown.flatMap((detail) => detail.images);
    return {
      entries,
      shown,
      records: positions.map((position) => readRecord(world.read, session, file, position, copyOf).json),
      pictures: images.map(({ position, index }) => readImage(world.read, { session, file, position, index }, copyOf)),
    };
  });
  return { files, details, transcripts };
}

describe('a session of which a copy is kept', () => {
  beforeEach(async () => {
    writeEverything(world.root);
    await world.run();
  });

  test('is read as before when its files are gone, also after the index was lost, and is put back byte for byte', async () => {
    const before = {
      seen: seen(everythingId),
      files: contentsOf(world.at('projects')),
      snapshot: snapshotOf(world.db),
    };
    const times = new Map([...before.files.keys()].map((path) => [path, statSync(path)]));
    expect(before.seen.transcripts[0]?.pictures.length).toBeGreaterThan(0);
    expect(before.seen.transcripts.length).toBeGreaterThan(1);
    expect([...before.files.keys()].some((path) => path.includes('tool-results'))).toBe(true);

    const { archived, bytes, failed } = await world.add(everythingId);
    expect([archived, failed]).toEqual([1, []]);
    expect(bytes).toBeGreaterThan(0);

    rmSync(world.at('projects', '-home-dev-gallery'), { recursive: true });
    await world.run();
    expect(world.session(everythingId).sourceDeleted).toBe(true);
    expect(seen(everythingId)).toEqual(before.seen);

    world.loseIndex();
    await world.run();
    expect(world.session(everythingId)).toMatchObject({ sourceDeleted: true, live: false });
    expect(seen(everythingId)).toEqual(before.seen);
    const asGone = before.snapshot.files.map((row) => ({ ...row, 'deleted IS NULL': 0 }));
    expect(snapshotOf(world.db)).toEqual({
      ...before.snapshot,
      files: asGone,
      sessions: before.snapshot.sessions.map((row) => ({ ...row, source_deleted: 1 })),
    });
    expect((await world.run()).changedFiles).toBe(0);

    const { files } = await world.restore(everythingId);
    expect(files.sort()).toEqual([...before.files.keys()].sort());
    expect(contentsOf(world.at('projects'))).toEqual(before.files);
    for (const [path, { mtimeMs, mode }] of times) {
      expect(statSync(path).mode).toBe(mode);
      expect(Math.abs(world.mtime(path) - mtimeMs)).toBeLessThan(0.01);
    }
    await world.run();
    expect(world.session(everythingId).sourceDeleted).toBe(false);
    expect(snapshotOf(world.db)).toEqual(before.snapshot);
  });

  test('is found by its text while only the archive has it', async () => {
    await world.add(everythingId);
    rmSync(world.at('projects', '-home-dev-gallery'), { recursive: true });
    world.loseIndex();
    await world.run();
    expect(world.found('driftwood')).toBeGreaterThan(0);
  });

  test('outlives “follow”, which is for the rest', async () => {
    write(uuid(1), 'gone with its file');
    await world.run();
    await world.add(everythingId);
    rmSync(world.at('projects'), { recursive: true });
    mkdirSync(world.at('projects'));
    await world.run({ whenDeleted: 'follow' });
    expect(world.sessions().map(({ sessionId }) => sessionId)).toEqual([everythingId]);
  });

  test('takes the space of its compressed copies and nothing readable', async () => {
    const { bytes } = await world.add(everythingId);
    const sizes = copies().map((path) => statSync(path).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes);
    expect([...contentsOf(archiveFolder()).values()].some((bytes) => bytes.includes('tideAt'))).toBe(false);
    expect(copies().every((path) => (statSync(path).mode & 0o077) === 0)).toBe(true);
    expect(statSync(archiveFolder()).mode & 0o077).toBe(0);
  });
});

test('a copy that has not changed is not made again, one that grew is replaced', async () => {
  const path = write(uuid(1), 'first');
  await world.run();
  await world.add(uuid(1));
  const [first] = copies();
  expect((await world.add(uuid(1))).bytes).toBe(0);
  appendFileSync(path, new Script({ session: uuid(1), seed: 2 }).flat('ai-title', { aiTitle: 'Later' }).text);
  await world.run();
  expect((await world.add(uuid(1))).bytes).toBeGreaterThan(0);
  expect(copies()).toHaveLength(1);
  expect(copies()[0]).not.toBe(first);
});

test('nothing is put over a file that differs, and none of the others either', async () => {
  const path = write(uuid(1), 'words');
  world.put(`${project}/${uuid(1)}/tool-results/one.txt`, 'output');
  await world.run();
  await world.add(uuid(1));
  rmSync(join(dirname(path), uuid(1)), { recursive: true });
  appendFileSync(path, '{}\n');
  await expect(world.restore(uuid(1))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(`“${path}” is there and differs`) as string,
  });
  expect(existsSync(join(dirname(path), uuid(1)))).toBe(false);
});

test('files that are still there as they were are left alone', async () => {
  const path = write(uuid(1), 'words');
  const beside = world.put(`${project}/${uuid(1)}/tool-results/one.txt`, 'output');
  await world.run();
  await world.add(uuid(1));
  const { ino } = statSync(path);
  rmSync(beside);
  expect(await world.restore(uuid(1))).toEqual({ files: [beside] });
  expect(statSync(path).ino).toBe(ino);
});

test('nothing is put back through a link that leads out of the folder', async () => {
  const path = write(uuid(1), 'words');
  await world.run();
  await world.add(uuid(1));
  rmSync(dirname(path), { recursive: true });
  const outside = join(world.folders.base, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, dirname(path));
  await expect(world.restore(uuid(1))).rejects.toMatchObject({ code: 'refused' });
  expect(readdirSync(outside)).toEqual([]);
});

test('a damaged copy is not put back', async () => {
  const path = write(uuid(1), 'words');
  await world.run();
  await world.add(uuid(1));
  rmSync(path);
  const [copy = ''] = copies();
  const bytes = readFileSync(copy);
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  writeFileSync(copy, bytes);
  await expect(world.restore(uuid(1))).rejects.toMatchObject({
    code: 'io',
    message: expect.stringMatching(/damaged/) as string,
  });
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('a link in a session’s folder is not followed', async () => {
  const secret = join(world.folders.base, 'elsewhere.txt');
  writeFileSync(secret, 'not of this session');
  write(uuid(1), 'words');
  mkdirSync(world.at(project, uuid(1), 'tool-results'), { recursive: true });
  symlinkSync(secret, world.at(project, uuid(1), 'tool-results', 'link.txt'));
  await world.run();
  await world.add(uuid(1));
  expect(copies()).toHaveLength(1);
});

describe('the background pass', () => {
  const pass = (everything: boolean, most?: number) => world.archive.pass(everything, quiet.signal, most);
  const kept = () => [...world.list.mains()].map((path) => basename(path, '.jsonl')).sort();

  test('copies what was idle for a while, and leaves alone who is at work', async () => {
    write(uuid(1), 'old');
    write(uuid(2), 'a moment ago', 0.2);
    await world.run();
    expect(await pass(true)).toBe(false);
    expect(kept()).toEqual([uuid(1)]);
    expect(world.announced).toEqual([[uuid(1)]]);
    world.announced.length = 0;
    await pass(true);
    expect(world.announced).toEqual([]);
  });

  test('takes first what is swept first, and no more than a pass may read', async () => {
    write(uuid(1), 'young', 5);
    write(uuid(2), 'oldest', 700);
    write(uuid(3), 'old', 300);
    await world.run();
    expect(await pass(true, 1)).toBe(true);
    expect(kept()).toEqual([uuid(2)]);
    expect(await pass(true, 1)).toBe(true);
    expect(kept()).toEqual([uuid(2), uuid(3)]);
    expect(await pass(true, 1)).toBe(false);
    expect(kept()).toHaveLength(3);
  });

  test('copies nothing that nobody chose, and refreshes what somebody did', async () => {
    const path = write(uuid(1), 'chosen');
    write(uuid(2), 'not chosen');
    await world.run();
    await world.add(uuid(1));
    appendFileSync(path, new Script({ session: uuid(1), seed: 2 }).flat('ai-title', { aiTitle: 'Later' }).text);
    world.age(path, 3);
    await world.run();
    await pass(false);
    expect(kept()).toEqual([uuid(1)]);
    expect(world.list.find(path)?.size).toBe(statSync(path).size);
  });

  test('a transcript that /cd moved has one copy, under its new name', async () => {
    const path = write(uuid(1), 'wanderer');
    await world.run();
    await world.add(uuid(1));
    const moved = world.at('projects/-home-dev-y', `${uuid(1)}.jsonl`);
    mkdirSync(dirname(moved));
    renameSync(path, moved);
    await world.run();
    await pass(false);
    expect(world.list.all().map(({ file }) => file)).toEqual([moved]);
    expect(copies()).toHaveLength(1);
    world.loseIndex();
    await world.run();
    expect(world.sessions()).toHaveLength(1);
  });

  test('names what it could not copy, and does not try again at once', async () => {
    const path = write(uuid(1), 'words');
    await world.run();
    rmSync(path);
    mkdirSync(path); // can be opened, not read
    world.db.prepare('UPDATE file SET inode = 1').run();
    await pass(true);
    expect(world.library.prepare('SELECT file, reason FROM archive_failure').all()).toEqual([
      { file: path, reason: 'EISDIR' },
    ]);
    expect(await pass(true)).toBe(false);
    const { ok, checks } = diagnose({ index: world.db, library: world.library }, world.folders.dataDir, []);
    expect(ok).toBe(false);
    expect(checks).toContainEqual({ name: 'archive', ok: false, detail: `no copy of ${path} could be made (EISDIR)` });
  });
});

test('a file that is purged while it is being copied leaves no copy', async () => {
  const path = world.put(
    `${project}/${uuid(1)}.jsonl`,
    `${JSON.stringify({ type: 'user', text: 'x'.repeat(9 << 20) })}\n`,
  );
  await world.run();
  const removed = world.archive.add([uuid(1)], { ...quiet, progress: () => rmSync(path, { force: true }) });
  expect((await removed).failed).toEqual([expect.stringContaining(path)]);
  expect([world.list.all(), copies()]).toEqual([[], []]);
});

describe('removing', () => {
  test('copies of two sessions of one id are told apart by their transcripts', async () => {
    const one = write(uuid(1), 'one');
    const two = world.put(
      `projects/-home-dev-y/${uuid(1)}.jsonl`,
      new Script({ session: uuid(1), seed: 4 }).text + '{"type":"user"}\n',
    );
    await world.run();
    await world.add(one, two);
    expect(copies()).toHaveLength(2);
    expect(await world.archive.remove([one])).toMatchObject({ archived: 1, failed: [] });
    expect(world.list.all().map(({ file }) => file)).toEqual([two]);
    expect(copies()).toHaveLength(1);
  });

  test('what a purge has to delete is every file in the session’s folder, listed or not', async () => {
    const path = write(uuid(1), 'words');
    await world.run();
    await world.add(uuid(1));
    const [copy = ''] = copies();
    const stray = join(dirname(copy), 'left-by-a-power-cut.part');
    writeFileSync(stray, '');
    for (const ref of [uuid(1), path]) {
      expect(archivedFiles(world.library as never, world.folders.dataDir, [ref]).sort()).toEqual([copy, stray].sort());
    }
    deleteArchived(world.library, world.folders.dataDir, [uuid(1)]);
    expect([copies(), world.list.all()]).toEqual([[], []]);
    rmSync(path);
    world.loseIndex();
    await world.run();
    expect(world.sessions()).toEqual([]);
  });

  test('of a session that has no copy says so', async () => {
    write(uuid(1), 'words');
    await world.run();
    await expect(world.archive.remove([uuid(1)])).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.restore('nobody')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('what is already gone cannot be archived', async () => {
  const path = write(uuid(1), 'words');
  await world.run();
  rmSync(path);
  await world.run();
  await expect(world.add(uuid(1))).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/gone/) as string,
  });
});
