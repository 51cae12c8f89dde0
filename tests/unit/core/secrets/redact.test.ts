import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withIndexLock } from '../../../../electron/core/db/lock.ts';
import { openLibrary } from '../../../../electron/core/db/open.ts';
import { openJournal, readReceipts } from '../../../../electron/core/purge/journal.ts';
import type { Receipt } from '../../../../shared/purge.ts';
import type { RedactionPlan } from '../../../../shared/secrets.ts';
import { plantedSecrets } from '../../../support/planted-secrets.ts';
import { Script } from '../../../support/script.ts';
import { Room } from './support.ts';

const planted = plantedSecrets();
const session = '0a1b2c3d-1111-4222-8333-444455556666';
const fork = '1a1b2c3d-1111-4222-8333-444455556666';
const folder = 'projects/-home-dev-x';
const main = `${folder}/${session}.jsonl`;
const of = (kind: string) => planted.find((one) => one.kind === kind) ?? { value: '', text: '' };
const token = of('github classic').value;

let room: Room;

type Choice = { fingerprints?: string[]; allIn?: string[]; text?: string; sessions?: string[] };

async function plan(choice: Choice): Promise<RedactionPlan> {
  return (await room.start()).client.call('redact.plan', choice);
}

async function redact(choice: Choice): Promise<Receipt> {
  const { client } = await room.start();
  const { token } = await client.call('redact.plan', choice);
  return client.call('redact.run', { choice, token });
}

const filesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((child) => child.isFile())
    .map((child) => join(child.parentPath, child.name));

/** Files that hold a text, as it is or as JSON writes it. */
const holding = (dir: string, text: string) => {
  const forms = [text, JSON.stringify(text).slice(1, -1), JSON.stringify(JSON.stringify(text)).slice(3, -3)];
  return filesIn(dir).filter((path) => forms.some((form) => readFileSync(path).includes(form)));
};

const chainOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(
      (line) =>
        JSON.parse(line) as { uuid?: string; parentUuid?: string; sessionId?: string; message?: { id?: string } },
    )
    .map(({ uuid, parentUuid, sessionId, message }) => [uuid, parentUuid, sessionId, message?.id]);

function talk(id: string, seed = 1): Script {
  const script = new Script({ session: id, seed });
  for (const [nth, { text }] of planted.entries()) {
    if (nth % 3 === 0) script.prompt(text);
    else if (nth % 3 === 1) {
      const call = script.call('Bash', { command: `echo ${nth}` });
      script.result(call, [{ type: 'text', text }], { toolUseResult: { stdout: text, stderr: '' } });
    } else script.call('Write', { file_path: '/x', content: JSON.stringify({ text }) });
  }
  return script;
}

describe('everything that was planted, in every place', () => {
  afterAll(() => room.close());
  let before: Map<string, string[][]>;
  let receipt: Receipt;
  const env = planted.map(({ text }) => text).join('\n\n');

  beforeAll(async () => {
    room = new Room();
    const [conversation, copy] = [talk(session), talk(fork)];
    room.put(main, conversation.text);
    room.put(`${folder}/${fork}.jsonl`, copy.text);
    const agent = new Script({ session, seed: 3 });
    agent.prompt(env);
    room.put(`${folder}/${session}/subagents/agent-a1.jsonl`, agent.text);
    room.put(`${folder}/${session}/tool-results/toolu_1.txt`, env);
    room.put(
      `${folder}/sessions-index.json`,
      JSON.stringify({ entries: [{ sessionId: session, firstPrompt: env }] }, null, 2),
    );
    const prompts = [
      { display: env, sessionId: session },
      { display: 'x', pastedContents: { 1: { content: env } } },
    ];
    room.put('history.jsonl', prompts.map((one) => `${JSON.stringify(one)}\n`).join(''));
    room.put('paste-cache/0123456789abcdef.txt', env);
    for (const place of ['file-history', 'tasks', 'uploads', 'session-env']) room.put(`${place}/${session}/1@v1`, env);
    room.put(`todos/${session}-agent-${session}.json`, JSON.stringify([{ content: env, status: 'pending' }]));
    room.put('plans/quiet-amber-heron.md', env);
    room.put(`debug/${session}.txt`, env);
    room.put(`jobs/0a1b2c3d/state.json`, JSON.stringify({ sessionId: session, prompt: env }));
    room.put('jobs/0a1b2c3d/tmp/parent-transcript.jsonl', copy.text);
    room.put(join(room.temporary, '-home-dev-x', session, 'tasks', 'b1.output'), env);
    room.settle();
    const transcripts = filesIn(room.at()).filter((path) => path.endsWith('.jsonl') && !path.endsWith('history.jsonl'));
    before = new Map(transcripts.map((path) => [path, chainOf(path) as string[][]]));
    await room.scan();
    expect((await room.secrets()).length).toBeGreaterThanOrEqual(planted.length);
    receipt = await redact({ allIn: [] });
  });

  test('is gone from all of them, and from what this app keeps', async () => {
    expect(receipt).toMatchObject({ verb: 'redact', done: true, verified: true, remaining: [] });
    for (const { kind, value } of planted) expect([kind, holding(room.folders.base, value)]).toEqual([kind, []]);
    const { client } = await room.start();
    expect((await client.call('search.run', { query: `"${token}"` })).total).toBe(0);
    await room.scan();
    expect(await room.secrets()).toEqual([]);
    expect((await client.call('search.run', { query: '"[redacted:github-token]"' })).total).toBeGreaterThan(0);
  });

  test('leaves every record with its uuid, its parent and its ids', () => {
    for (const [path, chain] of before) expect(chainOf(path)).toEqual(chain);
  });

  test('is told in a receipt that holds nothing of it', async () => {
    const { client } = await room.start();
    const { receipts } = await client.call('purge.receipts', {});
    expect(receipts).toEqual([receipt]);
    for (const { value } of planted) expect(JSON.stringify(receipts)).not.toContain(value);
  });
});

describe('one value', () => {
  afterEach(() => room.close());
  beforeEach(async () => {
    room = new Room();
    const script = new Script({ session });
    script.prompt(`mine is ${token}`);
    script.prompt(`and ${of('npm').value}`);
    room.put(main, script.text);
    const other = new Script({ session: fork, seed: 2 });
    other.prompt(`I heard it is ${token}.`);
    room.put(`${folder}/${fork}.jsonl`, other.text);
    room.put('CLAUDE.md', 'nothing\n');
    room.settle();
    await room.scan();
  });
  const fingerprint = async () =>
    (await room.secrets()).find(({ provider }) => provider === 'GitHub')?.fingerprint ?? '';

  test('is planned first, and nothing is touched', async () => {
    const before = filesIn(room.at()).map((path) => readFileSync(path, 'utf8'));
    const { files, replacements, sessions, refused } = await plan({ fingerprints: [await fingerprint()] });
    expect(files.map(({ path, what, replacements, lines }) => [path, what, replacements, lines]).sort()).toEqual([
      [room.at(main), 'transcript', 1, 1],
      [room.at(`${folder}/${fork}.jsonl`), 'transcript', 1, 1],
    ]);
    expect([replacements, sessions.sort(), refused]).toEqual([2, [session, fork], []]);
    expect(filesIn(room.at()).map((path) => readFileSync(path, 'utf8'))).toEqual(before);
  });

  test('goes from every session; mode, times and everything else stay', async () => {
    const path = room.at(main);
    chmodSync(path, 0o640);
    const then = new Date('2026-02-03T04:05:06.789Z');
    utimesSync(path, then, then);
    await room.scan();
    const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n');
    const receipt = await redact({ fingerprints: [await fingerprint()] });
    expect(receipt).toMatchObject({ verified: true, sessions: expect.arrayContaining([session, fork]) as string[] });
    expect(readFileSync(path, 'utf8')).toBe(`${first.replace(token, '[redacted:github-token]')}\n${second}\n`);
    expect(statSync(path)).toMatchObject({ mode: 0o100640, mtimeMs: then.getTime() });
    await room.scan();
    expect((await room.secrets()).map(({ provider }) => provider)).toEqual(['npm']);
    expect((await room.session(session)).title).toBe('mine is [redacted:github-token]');
  });

  test('is refused when something changed since the plan', async () => {
    const { client } = await room.start();
    const choice = { fingerprints: [await fingerprint()] };
    const { token } = await client.call('redact.plan', choice);
    room.put('plans/new.md', of('github classic').text);
    await expect(client.call('redact.run', { choice, token })).rejects.toMatchObject({ code: 'refused' });
  });

  test('is not found again where the file was changed by somebody else', async () => {
    const fingerprints = [await fingerprint()];
    for (const id of [session, fork]) room.put(`${folder}/${id}.jsonl`, '{}\n');
    await expect(plan({ fingerprints })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a text that a person chose', () => {
  afterEach(() => room.close());
  beforeEach(async () => {
    room = new Room();
    for (const [nth, id] of [session, fork].entries()) {
      const script = new Script({ session: id, seed: nth + 1 });
      script.prompt('Ada Lovelace lives here');
      room.put(`${folder}/${id}.jsonl`, script.text);
    }
    room.settle();
    await room.scan();
  });

  test('goes everywhere', async () => {
    expect(await redact({ text: 'Ada Lovelace' })).toMatchObject({ verified: true });
    expect(holding(room.folders.base, 'Ada Lovelace')).toEqual([]);
    const { client } = await room.start();
    expect((await client.call('search.run', { query: 'lovelace' })).total).toBe(0);
  });

  test('or in some sessions only', async () => {
    expect(await redact({ text: 'Ada Lovelace', sessions: [fork] })).toMatchObject({
      verified: true,
      sessions: [fork],
    });
    expect(holding(room.at(), 'Ada Lovelace')).toEqual([room.at(main)]);
  });

  test('and then in what is kept of these as well', async () => {
    const { client } = await room.start();
    await client.call('archive.add', { sessions: [session, fork] });
    rmSync(room.at(`${folder}/${fork}.jsonl`));
    await room.scan();
    expect(await redact({ text: 'Ada Lovelace', sessions: [fork] })).toMatchObject({
      verified: true,
      sessions: [fork],
    });
    const { total, hits } = await client.call('search.run', { query: 'lovelace' });
    expect([total, hits[0]?.sessionId]).toEqual([1, session]);
    await client.call('archive.restore', { sessions: [fork] });
    expect(holding(room.at(), 'Ada Lovelace')).toEqual([room.at(main)]);
  });
});

test('what cannot be changed is refused by name and left as it is, and the rest goes on', async () => {
  room = new Room();
  const id = (nth: number) => `${nth}a1b2c3d-1111-4222-8333-444455556666`;
  const path = (nth: number) => `${folder}/${id(nth)}.jsonl`;
  for (const nth of [3, 4, 5]) {
    const script = new Script({ session: id(nth), seed: nth });
    script.prompt(token);
    room.put(path(nth), script.text);
  }
  const beside = `${folder}/${id(3)}/tool-results/b1.txt`;
  room.put(beside, token);
  const signed = new Script({ session: id(6), seed: 6 });
  signed.model([{ type: 'thinking', thinking: `I see ${token}`, signature: 'abc' }]);
  signed.answer(`It is ${token}`);
  room.put(path(6), signed.text);
  room.put('settings.json', JSON.stringify({ env: { GH: token } }));
  room.put('image-cache/x.png', Buffer.from(`\0\0${token}`));
  const outside = room.put('../outside.txt', token);
  room.put('plans/x.md', '');
  symlinkSync(outside, room.at('plans/link.md'));
  linkSync(room.at(path(4)), join(room.folders.base, 'second'));
  room.settle();
  const now = new Date();
  utimesSync(room.at(path(3)), now, now);
  await room.scan();
  const { files, refused } = await plan({ allIn: [] });
  expect(files.map(({ path }) => path).sort()).toEqual([room.at(path(5)), room.at(path(6))]);
  const reasons = Object.fromEntries(refused.map(({ path, reason }) => [path.slice(room.at().length + 1), reason]));
  expect(reasons).toEqual({
    [path(3)]: 'It was written in the last minutes: somebody is at work in it.',
    [beside]: 'It was written in the last minutes: somebody is at work in it.',
    [path(4)]: expect.stringContaining('a hard link') as string,
    [path(6)]:
      'One place stays as it is: a thinking block that the provider signed. Only a purge of the session takes that out.',
    'plans/link.md': expect.stringContaining('a link out of the Claude folder') as string,
    'settings.json': expect.stringContaining('is not changed') as string,
    'image-cache/x.png': expect.stringContaining('no text') as string,
  });
  const receipt = await redact({ allIn: [] });
  expect(receipt).toMatchObject({ done: true, verified: false });
  for (const place of Object.keys(reasons)) expect(receipt.remaining.some((said) => said.includes(place))).toBe(true);
  const kept = [
    room.at(path(3)),
    room.at(beside),
    room.at(path(4)),
    room.at(path(6)),
    room.at('image-cache/x.png'),
    room.at('settings.json'),
  ];
  expect(holding(room.at(), token).sort()).toEqual(kept.sort());
  expect(readFileSync(room.at(path(6)), 'utf8').split(token)).toHaveLength(2);
  expect(readFileSync(outside, 'utf8')).toBe(token);
  await room.close();
});

test('links within what is looked at are no places of their own, and those of no session are nobody’s business', async () => {
  room = new Room();
  const script = new Script({ session });
  script.prompt(`mine is ${token}`);
  const path = room.put(main, script.text);
  const agent = new Script({ session, seed: 2 });
  agent.prompt(`so it is ${token}`);
  const subagent = room.put(`${folder}/${session}/subagents/agent-a1.jsonl`, agent.text);
  room.put(join(room.temporary, '-home-dev-x', session, 'tasks', 'x.output'), '');
  symlinkSync(subagent, join(room.temporary, '-home-dev-x', session, 'tasks', 'a1.output'));
  symlinkSync(path, room.at(`${folder}/${fork}.jsonl`));
  room.put('../dotfiles/skills/x.md', 'x');
  symlinkSync(join(room.folders.base, 'dotfiles', 'skills'), room.at('skills'));
  room.settle();
  await room.scan();
  expect(await redact({ allIn: [] })).toMatchObject({ done: true, verified: true, remaining: [] });
  expect(lstatSync(room.at(`${folder}/${fork}.jsonl`)).isSymbolicLink()).toBe(true);
  expect(holding(room.folders.base, token)).toEqual([]);
  await room.close();
});

test('settings beside the folder are looked at and named', async () => {
  room = new Room();
  const script = new Script({ session });
  script.prompt(`mine is ${token}`);
  room.put(main, script.text);
  const settings = room.put(
    '../.claude.json',
    JSON.stringify({ projects: { '/x': { history: [{ display: token }] } } }),
  );
  room.settle();
  await room.scan();
  const receipt = await redact({ allIn: [] });
  expect(receipt).toMatchObject({ done: true, verified: false });
  expect(receipt.remaining).toEqual([expect.stringContaining(settings)]);
  expect(readFileSync(settings, 'utf8')).toContain(token);
  await room.close();
});

test('what was kept of it goes as well: bookmarks, notes, their copies, and transcripts that are gone', async () => {
  room = new Room();
  const script = new Script({ session });
  script.prompt(`mine is ${token}`);
  const path = room.put(main, script.text);
  const other = new Script({ session: fork, seed: 2 });
  other.prompt('hello');
  room.put(`${folder}/${fork}.jsonl`, other.text);
  room.settle();
  const { client } = await room.start();
  await room.scan();
  await client.call('bookmarks.add', { spot: { session: fork }, note: `the token ${token}` });
  rmSync(path);
  await room.scan();
  expect(await room.secrets()).toHaveLength(1);
  const { files } = await plan({ allIn: [session] });
  expect(files.map(({ what }) => what).sort()).toEqual(['index', 'library']);
  expect(await redact({ allIn: [session] })).toMatchObject({ verified: true, remaining: [] });
  expect(await room.secrets()).toEqual([]);
  await client.call('library.undo', {});
  await room.stop();
  expect(holding(room.folders.base, token)).toEqual([]);
  await room.scan();
  expect((await room.session(session)).title).toBe('mine is [redacted:github-token]');
  await room.close();
});

test('copies in the archive are changed, of transcripts that are there and of one that is gone', async () => {
  room = new Room();
  for (const [nth, id] of [session, fork].entries()) {
    const script = new Script({ session: id, seed: nth + 1 });
    script.prompt(`mine is ${token}, yours is not`);
    script.answer('A perfectly ordinary answer.');
    room.put(`${folder}/${id}.jsonl`, script.text);
  }
  room.settle();
  await room.scan();
  const { client } = await room.start();
  await client.call('archive.add', { sessions: [session, fork] });
  const before = chainOf(room.at(main));
  rmSync(room.at(main));
  await room.scan();
  expect((await plan({ allIn: [] })).files.map(({ what }) => what).sort()).toEqual([
    ...['archive', 'archive', 'index', 'transcript'],
  ]);
  expect(await redact({ allIn: [] })).toMatchObject({ done: true, verified: true, remaining: [] });
  const { hits } = await client.call('search.run', { query: 'ordinary' });
  expect(hits).toHaveLength(2);
  const { entries } = await client.call('sessions.entries', { session });
  expect(entries.map(({ text }) => text)).toEqual([
    'mine is [redacted:github-token], yours is not',
    'A perfectly ordinary answer.',
  ]);
  const { json } = await client.call('sessions.record', { session, position: 1 });
  expect(json).toContain('A perfectly ordinary answer.'); // at its place in the new copy
  expect(
    readdirSync(room.folders.dataDir, { recursive: true }).filter((name) => String(name).endsWith('.zst')),
  ).toHaveLength(2);
  await client.call('archive.restore', { sessions: [session] });
  expect(chainOf(room.at(main))).toEqual(before);
  expect(readFileSync(room.at(main), 'utf8')).toContain('mine is [redacted:github-token], yours');
  expect((await client.call('archive.state', {})).sessions).toBe(2);
  expect(holding(room.folders.base, token)).toEqual([]);
  await room.close();
});

describe('a text that is short', () => {
  afterEach(() => room.close());

  test.each(['type', 'user', 'text', 'role', 'Bash', '2026', 'claude', 'assistant'])(
    '“%s”: what was said goes, the format stays, and it is found nowhere afterwards',
    async (word) => {
      room = new Room();
      const script = new Script({ session });
      script.prompt(`the ${word} is here`);
      script.result(script.call('Bash', { command: `echo ${word}` }), `${word}\n`, {
        toolUseResult: { type: 'text', stdout: word },
      });
      room.put(main, script.text);
      room.put(
        `todos/${session}-agent-${session}.json`,
        JSON.stringify([{ content: `the ${word}`, status: 'pending' }]),
      );
      room.settle();
      const { client } = await room.start();
      await room.scan();
      await client.call('bookmarks.add', { spot: { session }, note: `see ${word}`, tags: ['user'] });
      const records = (path: string) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      const before = records(room.at(main));
      const receipt = await redact({ text: word });
      expect(receipt).toMatchObject({ done: true, verified: true, remaining: [] });
      for (const [nth, { message, toolUseResult, ...envelope }] of records(room.at(main)).entries()) {
        const { message: spoken, toolUseResult: had, ...same } = before[nth] ?? {};
        expect(envelope).toEqual(same);
        expect(shape(message)).toEqual(shape(spoken));
        expect(shape(toolUseResult)).toEqual(shape(had));
      }
      expect((await room.session(session)).sessionId).toBe(session);
      const bookmarks = await client.call('bookmarks.list', {});
      expect(bookmarks.total).toBe(1);
      expect(await client.call('redact.plan', { text: word })).toMatchObject({ files: [], refused: [] });
    },
  );
});

/** Names, and what is said where a type or a name is told. */
const shape = (value: unknown) =>
  JSON.stringify(value, (name, one: unknown) =>
    typeof one === 'string' && !['type', 'role', 'name', 'model', 'id', 'tool_use_id'].includes(name) ? '' : one,
  );

test('what holds it in its name is named', async () => {
  room = new Room();
  const script = new Script({ session });
  script.prompt('about acmecorp');
  room.put(`projects/-home-dev-acmecorp/${session}.jsonl`, script.text);
  room.settle();
  await room.scan();
  const receipt = await redact({ text: 'acmecorp' });
  expect(receipt.done).toBe(true);
  expect(receipt.remaining).toEqual([expect.stringMatching(/-home-dev-acmecorp: Its name holds it/)]);
  expect((await room.session(session)).title).toBe('about [redacted:text]');
  await room.close();
});

test('a receipt is finished whatever fails', async () => {
  room = new Room();
  for (const id of [session, fork]) {
    const script = new Script({ session: id });
    script.prompt(`mine is ${token}`);
    room.put(`${folder}/${id}.jsonl`, script.text);
  }
  room.settle();
  await room.scan();
  const { client } = await room.start();
  await client.call('archive.add', { sessions: [session] });
  mkdirSync(room.at(`${folder}/${fork}.jsonl.turnstone`)); // where the new file would be written
  const receipt = await redact({ allIn: [] });
  expect(receipt).toMatchObject({ done: false, verified: false });
  expect(receipt.ended).not.toBeNull();
  expect(receipt.remaining).toEqual([
    expect.stringContaining(`${fork}.jsonl could not be changed`) as string,
    `${room.at(`${folder}/${fork}.jsonl`)} still holds it.`,
    expect.stringContaining('as long as the transcripts do') as string,
  ]);
  rmSync(room.at(`${folder}/${fork}.jsonl.turnstone`), { recursive: true });
  await room.scan();
  expect(await redact({ allIn: [] })).toMatchObject({ done: true, verified: true, remaining: [] });
  await room.close();
});

test('what another Turnstone is at is left to it; what nobody is at any more is tidied up', async () => {
  room = new Room();
  const script = new Script({ session });
  script.prompt(`mine is ${token}`);
  const path = room.put(main, script.text);
  await room.start();
  await room.stop();
  const library = openLibrary(room.folders.dataDir);
  const steps = [{ path, what: 'transcript' as const, action: 'redact', bytes: 0 }];
  openJournal(library).begin({ verb: 'redact', sessions: [session], steps });
  const beside = room.put(`${path}.turnstone`, 'half a line');
  const open = () => readReceipts(library).filter(({ ended }) => ended === null).length;
  await withIndexLock(room.folders.dataDir, async () => {
    const { client } = await room.start();
    await client.call('index.state', {});
    expect([existsSync(beside), open()]).toEqual([true, 1]);
  });
  await vi.waitFor(() => expect([existsSync(beside), open()]).toEqual([false, 0]), { timeout: 20_000 });
  expect(readReceipts(library)[0]?.remaining).toEqual([expect.stringContaining('was interrupted')]);
  library.close();
  await room.close();
});
