import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../support/folders.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';
import { Script } from '../../support/script.ts';
import { Room } from '../core/secrets/support.ts';

const session = '0a1b2c3d-1111-4222-8333-444455556666';
const file = `projects/-home-dev-x/${session}.jsonl`;
const [github, , , fine] = plantedSecrets();
const [token, other] = [github?.value ?? '', fine?.value ?? ''];

let room: Room;
beforeAll(() => {
  room = new Room();
  const script = new Script({ session });
  script.prompt(`mine is ${token}`);
  script.prompt(`and ${other}`);
  script.prompt('Ada Lovelace');
  room.put(file, script.text);
  room.settle();
});
afterAll(() => room.close());

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function turnstone(args: string[], input = ''): Promise<Run> {
  const places = ['--claude-dir', room.at(), '--data-dir', room.folders.dataDir];
  const child = spawn(process.execPath, [program, ...args, ...places]);
  const ended = once(child, 'exit') as Promise<[number]>;
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended]);
  return { code, out, err };
}
const json = async (...args: string[]) =>
  JSON.parse((await turnstone([...args, '--json'])).out) as Record<string, unknown>;

test('secrets: where they are and how they begin, never what they are', async () => {
  const { findings } = (await json('secrets')) as { findings: Record<string, unknown>[] };
  expect(findings).toMatchObject([
    { sessionId: session, file: room.at(file), line: 1, rule: 'github-token', certainty: 'certain' },
    { sessionId: session, file: room.at(file), line: 2, rule: 'github-fine-grained-token' },
  ]);
  const { out } = await turnstone(['secrets', session]);
  expect(out).toContain('ghp_');
  for (const said of [JSON.stringify(findings), out]) expect(said).not.toContain(token);
  for (const said of [JSON.stringify(findings), out]) expect(said).not.toContain(other);
});

test('secrets --ignore: no longer listed, until it is taken back', async () => {
  const { findings } = (await json('secrets')) as { findings: { fingerprint: string }[] };
  const fingerprint = findings[1]?.fingerprint ?? '';
  expect(await json('secrets', '--ignore', fingerprint)).toMatchObject({ total: 1 });
  expect(await json('secrets', '--unignore', fingerprint)).toMatchObject({ total: 2 });
});

describe('redact', () => {
  test('wants to know what', async () => {
    expect((await turnstone(['redact'])).code).toBe(2);
    expect((await turnstone(['redact', '--text-stdin'], 'ab\n')).code).toBe(2);
  });

  test('--dry-run only tells, and without --yes nobody is surprised', async () => {
    const before = readFileSync(room.at(file), 'utf8');
    const planned = { files: [{ path: room.at(file), replacements: 2 }], replacements: 2, done: false };
    expect(await json('redact', '--secrets', '--dry-run')).toMatchObject(planned);
    const { code, err } = await turnstone(['redact', session, '--json']);
    expect([code, err]).toEqual([3, 'turnstone: Nothing was done: add --yes to go on without being asked.\n']);
    expect(readFileSync(room.at(file), 'utf8')).toBe(before);
  });

  test('one text from stdin', async () => {
    const { code, out } = await turnstone(['redact', '--text-stdin', '--yes', '--json'], 'Ada Lovelace\n');
    expect(JSON.parse(out)).toMatchObject({ replacements: 1, done: true, verified: true, remaining: [] });
    expect(code).toBe(0);
    expect(readFileSync(room.at(file), 'utf8')).toContain('"[redacted:text]"');
  });

  test('a session', async () => {
    expect(await json('redact', session, '--yes')).toMatchObject({ replacements: 2, done: true, verified: true });
    const after = readFileSync(room.at(file), 'utf8');
    expect([after.includes(token), after.includes(other)]).toEqual([false, false]);
    expect(await json('secrets')).toMatchObject({ total: 0 });
    const { code, out } = await turnstone(['redact', '--secrets', '--yes']);
    expect([code, out]).toEqual([0, 'Nothing to take out was found.\n']);
  });
});
