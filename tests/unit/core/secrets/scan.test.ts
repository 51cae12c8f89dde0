import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plantedSecrets } from '../../../support/planted-secrets.ts';
import { Script } from '../../../support/script.ts';
import { Room } from './support.ts';

const planted = plantedSecrets();
const session = '0a1b2c3d-1111-4222-8333-444455556666';
const other = '1a1b2c3d-1111-4222-8333-444455556666';
const main = `projects/-home-dev-x/${session}.jsonl`;
const secret = (kind: string) => {
  const found = planted.find((one) => one.kind === kind);
  if (!found) throw new Error(`nothing planted: ${kind}`);
  return found;
};
const script = (seed = 1, id = session) => new Script({ session: id, seed });

let room: Room;
beforeEach(() => void (room = new Room()));
afterEach(() => room.close());

test('everything planted is found, wherever it is, and nothing of it is kept', async () => {
  const talk = script();
  for (const [nth, { text }] of planted.entries()) {
    if (nth % 3 === 0) talk.prompt(text);
    else if (nth % 3 === 1) talk.result(talk.call('Bash', { command: 'env' }), [{ type: 'text', text }]);
    else talk.call('Write', { file_path: '/x', content: text });
  }
  room.put(main, talk.text);
  await room.scan();
  const found = await room.secrets();
  expect(found.length).toBeGreaterThanOrEqual(planted.length);
  expect(found.every(({ certainty }) => certainty !== 'possible')).toBe(true);
  expect((await room.session(session)).secrets).toBe(found.length);
  const said = JSON.stringify([found, await room.findings()]);
  await room.stop();
  const kept = ['index.db', 'library.db'].map((name) => readFileSync(join(room.folders.dataDir, name), 'latin1'));
  for (const { value } of planted) expect(said).not.toContain(value);
  for (const { value } of planted.slice(0, 5)) expect(kept[1]).not.toContain(value);
});

test('a finding says where it is, what it is and how it begins', async () => {
  const { value, text } = secret('github classic');
  const talk = script();
  talk.prompt('hello');
  talk.answer(`there it is: ${text}`);
  room.put(main, talk.text);
  await room.scan();
  const [finding] = await room.findings();
  expect(finding).toEqual({
    session,
    sessionId: session,
    title: 'hello',
    file: room.at(main),
    line: 2,
    position: 1,
    rule: 'github-token',
    provider: 'GitHub',
    certainty: 'certain',
    masked: `${value.slice(0, 8)}… (40)`,
    fingerprint: expect.stringMatching(/^[0-9a-f]{20}$/) as string,
    ignored: false,
  });
  const [listed] = await room.secrets();
  expect(listed).toMatchObject({ fingerprint: finding?.fingerprint, places: 1, sessions: 1 });
  expect(listed?.rotate).toMatch(/^https:\/\/docs\.github\.com\//);
});

test('what is shown of a short one is a quarter at most', async () => {
  const talk = script();
  talk.prompt('DB_PASSWORD=x9!Kq2mZ\n');
  room.put(main, talk.text);
  await room.scan();
  expect((await room.findings()).map(({ masked }) => masked)).toEqual(['x9… (8)']);
});

test('beside the transcript: subagents, results of tools, pastes and the history of prompts', async () => {
  const [a, b, c, d] = ['stripe live', 'anthropic', 'slack bot', 'rsa key'].map(secret);
  const talk = script();
  talk.prompt('hi');
  room.put(main, talk.text);
  const agent = script(2);
  agent.prompt(a?.text ?? '');
  room.put(`projects/-home-dev-x/${session}/subagents/agent-a1.jsonl`, agent.text);
  room.put(`projects/-home-dev-x/${session}/tool-results/toolu_1.txt`, `one\ntwo\n${b?.text}\n`);
  room.put(
    'history.jsonl',
    `{"display":"x","sessionId":"${other}"}\n${JSON.stringify({ display: c?.text, sessionId: session })}\n`,
  );
  room.put('paste-cache/0123456789abcdef.txt', d?.text ?? '');
  await room.scan();
  const found = await room.findings();
  const places = found.map(({ file, line, sessionId, position }) => [
    file.slice(room.folders.claudeDir.length + 1),
    line,
    sessionId,
    position,
  ]);
  expect(places.sort()).toEqual([
    ['history.jsonl', 2, session, null],
    ['paste-cache/0123456789abcdef.txt', expect.any(Number), '', null],
    [`projects/-home-dev-x/${session}/subagents/agent-a1.jsonl`, 1, session, 0],
    [`projects/-home-dev-x/${session}/tool-results/toolu_1.txt`, 3, session, null],
  ]);
  expect((await room.session(session)).secrets).toBe(3);
});

test('a value that only its name in the record tells, and one in a line that is no JSON', async () => {
  const talk = script();
  talk.call('mcp__db__connect', { host: 'db', password: 'tR7!kkw02b' });
  room.put(main, `${talk.text}{"broken": ${secret('npm').text}\n`);
  await room.scan();
  expect((await room.findings()).map(({ rule, line }) => [rule, line])).toEqual([
    ['password', 1],
    ['npm-token', 2],
  ]);
});

describe('the next scan', () => {
  test('takes in what was appended, and only that', async () => {
    const talk = script();
    talk.prompt(secret('github classic').text);
    room.put(main, talk.text);
    await room.scan();
    room.append(
      main,
      `${JSON.stringify({ type: 'user', uuid: 'u2', sessionId: session, message: { role: 'user', content: secret('npm').text } })}\n`,
    );
    await room.scan();
    expect((await room.findings()).map(({ rule, line }) => [rule, line])).toEqual([
      ['github-token', 1],
      ['npm-token', 2],
    ]);
  });

  test('waits for the end of a line that is still being written', async () => {
    const line = JSON.stringify({
      type: 'user',
      uuid: 'u',
      sessionId: session,
      message: { role: 'user', content: secret('github classic').text },
    });
    room.put(main, line.slice(0, -8));
    await room.scan();
    room.append(main, `${line.slice(-8)}\n`);
    await room.scan();
    expect((await room.findings()).map(({ masked, line }) => [masked.slice(-4), line])).toEqual([['(40)', 1]]);
  });

  test('forgets what is no longer in the file', async () => {
    const talk = script();
    talk.prompt(secret('github classic').text);
    room.put(main, talk.text);
    await room.scan();
    const clean = script();
    clean.prompt('nothing to see here, and quite a few words more than before, so that it is longer than it was');
    room.put(main, clean.text);
    await room.scan();
    expect(await room.findings()).toEqual([]);
    expect((await room.session(session)).secrets).toBe(0);
  });

  test('forgets a session with its transcript', async () => {
    const { client } = await room.start();
    await client.call('settings.set', { whenDeleted: 'follow' });
    const talk = script();
    talk.prompt(secret('github classic').text);
    const file = room.put(main, talk.text);
    const result = room.put(`projects/-home-dev-x/${session}/tool-results/toolu_1.txt`, secret('npm').text);
    await room.scan();
    expect(await room.findings()).toHaveLength(2);
    rmSync(file);
    rmSync(result);
    await room.scan();
    expect(await room.findings()).toEqual([]);
  });

  test('finds again what an index that starts over forgot', async () => {
    const talk = script();
    talk.prompt(secret('github classic').text);
    room.put(main, talk.text);
    await room.scan();
    const before = await room.secrets();
    await (await room.start()).client.call('index.run', { full: true });
    await room.scan();
    expect(await room.secrets()).toEqual(before);
  });
});

describe('a secret that is none', () => {
  test('is ignored by its fingerprint, in the lists and in the counts, also after the index is built again', async () => {
    const talk = script();
    talk.prompt(secret('github classic').text);
    talk.prompt(secret('npm').text);
    room.put(main, talk.text);
    await room.scan();
    const { client } = await room.start();
    const fingerprint = (await room.secrets()).find(({ provider }) => provider === 'npm')?.fingerprint ?? '';
    await client.call('secrets.ignore', { fingerprint, ignored: true });
    const check = async () => {
      expect((await room.secrets()).map(({ provider }) => provider)).toEqual(['GitHub']);
      expect((await room.secrets({ ignored: true })).map(({ ignored }) => ignored).sort()).toEqual([false, true]);
      expect((await room.session(session)).secrets).toBe(1);
    };
    await check();
    await room.stop();
    for (const name of ['index.db', 'index.db-wal', 'index.db-shm'])
      rmSync(join(room.folders.dataDir, name), { force: true });
    await room.scan();
    await check();
    await (await room.start()).client.call('secrets.ignore', { fingerprint, ignored: false });
    expect(await room.secrets()).toHaveLength(2);
  });

  test('is refused where nothing has that fingerprint', async () => {
    const { client } = await room.start();
    const asked = client.call('secrets.ignore', { fingerprint: 'ffff', ignored: true });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('sessions with secrets', () => {
  beforeEach(async () => {
    const talk = script();
    talk.prompt('first');
    talk.answer(`second ${secret('github classic').text}`);
    room.put(main, talk.text);
    const clean = script(3, other);
    clean.prompt('first of all');
    room.put(`projects/-home-dev-x/${other}.jsonl`, clean.text);
    await room.scan();
  });

  test('are listed by their mark', async () => {
    const { client } = await room.start();
    const { sessions } = await client.call('sessions.list', { marks: ['secrets'] });
    expect(sessions.map(({ sessionId, secrets }) => [sessionId, secrets])).toEqual([[session, 1]]);
  });

  test('are found by has:secret, and so is what says it', async () => {
    const { client } = await room.start();
    const { sessions } = await client.call('sessions.list', { query: 'has:secret' });
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([session]);
    const { hits } = await client.call('search.run', { query: 'has:secret' });
    expect(hits.map(({ position }) => position)).toEqual([1]);
    expect((await client.call('search.run', { query: 'first -has:secret' })).total).toBe(2);
  });
});

test('a Turnstone that keeps its index current looks for secrets by itself, unless told not to', async () => {
  const talk = script();
  talk.prompt(secret('github classic').text);
  room.put(main, talk.text);
  const { client } = await room.start({ follow: true });
  const found = new Promise<number>((resolve) => client.on('secrets.changed', ({ values }) => resolve(values)));
  expect(await found).toBe(1);
  await client.call('settings.set', { scanSecrets: false });
  expect(await client.call('secrets.state', {})).toMatchObject({ unreadable: [] });
});

test('a file that cannot be read is named, and the rest goes on', async () => {
  const talk = script();
  talk.prompt(secret('github classic').text);
  room.put(main, talk.text);
  const { client } = await room.start();
  await client.call('index.run', {});
  rmSync(room.at(main));
  writeFileSync(room.at('history.jsonl'), `${JSON.stringify({ display: secret('npm').text, sessionId: session })}\n`);
  const state = await client.call('secrets.scan', {});
  expect(state).toMatchObject({ running: false });
  expect((await room.findings()).map(({ provider }) => provider)).toEqual(['npm']);
});
