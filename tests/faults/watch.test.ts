import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { indexPath } from '../../electron/core/db/open.ts';
import { startHost, type Host } from '../../electron/core/host.ts';
import type { EventName, Payload } from '../../shared/contract.ts';
import { emptyFolders, fixtures, threads, type Folders } from '../support/folders.ts';

// The host as the window has it: it indexes by itself and says what changed.

let folders: Folders;
let host: Host | undefined;
let project: string;
beforeEach(() => {
  folders = emptyFolders();
  project = join(folders.claudeDir, 'projects', '-home-dev-x');
  mkdirSync(project, { recursive: true });
});
afterEach(async () => {
  await host?.stop();
  host = undefined;
  folders.remove();
});

const session = fixtures.tide;
const transcript = (name: string = session) => join(project, `${name}.jsonl`);
const line = (text: string) =>
  `${JSON.stringify({ type: 'user', timestamp: '2026-03-04T12:00:00Z', message: { content: text } })}\n`;

const launch = async () =>
  (host = await startHost({
    ...{ dataDir: folders.dataDir, claudeDirs: [folders.claudeDir], version: '0.0.0' },
    ...{ follow: true, threads },
  }));

/** Launches, and waits until what is there is indexed. */
async function start(): Promise<void> {
  await launch();
  await eventually(async () => {
    const { running, lastReport } = await client().call('index.state', {});
    return !running && lastReport !== null;
  });
}

const client = () => {
  if (!host) throw new Error('the host is not started');
  return host.client;
};

/** The next event of that name that is the right one. */
function until<E extends EventName>(
  event: E,
  isRight: (payload: Payload<E>) => boolean = () => true,
): Promise<Payload<E>> {
  return new Promise((resolve) => {
    const off = client().on(event, (payload) => {
      if (!isRight(payload)) return;
      off();
      resolve(payload);
    });
  });
}

/** Asks now and again whenever something changed, until the answer is right. */
async function eventually(isRight: () => Promise<boolean>): Promise<void> {
  let wake: (() => void) | undefined;
  const offs = (['sessions.changed', 'index.state'] as const).map((event) => client().on(event, () => wake?.()));
  for (;;) {
    const changed = new Promise<void>((resolve) => (wake = resolve));
    if (await isRight()) break;
    await changed;
  }
  for (const off of offs) off();
}

/** How many entries hold the word itself, not another one like it. */
async function total(query: string): Promise<number> {
  const found = await client().call('search.run', { query });
  return found.instead.length > 0 ? 0 : found.total;
}
const becomesFound = (query: string) => eventually(async () => (await total(query)) > 0);
const sessions = async () => (await client().call('sessions.list', {})).sessions;
const changed = (ref: string) => until('sessions.changed', ({ sessions: refs }) => refs.includes(ref));

describe('what happens in the folder is seen', () => {
  test('a line is appended: the session is announced and the line is found', async () => {
    writeFileSync(transcript(), line('alpha'));
    await start();
    expect(await total('alpha')).toBe(1);
    const announced = changed(session);
    appendFileSync(transcript(), line('beta'));
    await announced;
    expect(await total('beta')).toBe(1);
  });

  test('one line after the other, each is found', async () => {
    writeFileSync(transcript(), line('alpha'));
    await start();
    for (const word of ['beta', 'gamma', 'delta', 'epsilon']) {
      appendFileSync(transcript(), line(word));
      await becomesFound(word);
    }
    expect(await sessions()).toMatchObject([{ prompts: 5 }]);
  });

  test('a session begins in a project nobody knew', async () => {
    await start();
    project = join(folders.claudeDir, 'projects', '-home-dev-new');
    const announced = changed(session);
    mkdirSync(project);
    writeFileSync(transcript(), line('alpha'));
    await announced;
    expect(await sessions()).toMatchObject([{ sessionId: session, title: 'alpha' }]);
  });

  test('many sessions begin at once, and each is followed', async () => {
    await start();
    const files = Array.from({ length: 8 }, (_, at) => join(folders.claudeDir, 'projects', `-p${at}`, `s${at}.jsonl`));
    for (const file of files) {
      mkdirSync(dirname(file));
      writeFileSync(file, line('alpha'));
    }
    await eventually(async () => (await sessions()).length === files.length);
    for (const [at, file] of files.entries()) {
      appendFileSync(file, line(`beta${at}`));
      await becomesFound(`beta${at}`);
    }
  });

  test('a subagent begins in a folder that was not there', async () => {
    writeFileSync(transcript(), line('alpha'));
    await start();
    const agent = join(project, session, 'subagents', 'agent-a1.jsonl');
    const announced = changed(session);
    mkdirSync(dirname(agent), { recursive: true });
    writeFileSync(agent, line('a task'));
    await announced;
    await eventually(async () => (await sessions())[0]?.subagents === 1);
  });

  test('a transcript is deleted: the session is announced and kept', async () => {
    writeFileSync(transcript(), line('alpha'));
    await start();
    const announced = changed(session);
    rmSync(transcript());
    await announced;
    expect(await sessions()).toMatchObject([{ sessionId: session, sourceDeleted: true }]);
    expect(await total('alpha')).toBe(1);
  });

  test('a transcript is replaced', async () => {
    writeFileSync(transcript(), line('alpha'));
    await start();
    writeFileSync(`${transcript()}.tmp`, line('omega'));
    renameSync(`${transcript()}.tmp`, transcript());
    await becomesFound('omega');
    expect(await total('alpha')).toBe(0);
  });

  test('the history gets a prompt of a session that left nothing else', async () => {
    writeFileSync(transcript(), line('alpha'));
    await start();
    const prompt = {
      display: 'a ghostly prompt',
      timestamp: 1_700_000_000_000,
      project: '/x',
      sessionId: fixtures.importer,
    };
    writeFileSync(join(folders.claudeDir, 'history.jsonl'), `${JSON.stringify(prompt)}\n`);
    await becomesFound('ghostly');
  });

  test('the Claude folder itself comes into being', async () => {
    rmSync(folders.claudeDir, { recursive: true });
    mkdirSync(folders.claudeDir);
    await start();
    mkdirSync(project, { recursive: true });
    writeFileSync(transcript(), line('alpha'));
    await becomesFound('alpha');
  });

  test('projects is a link to somewhere else', async () => {
    const elsewhere = join(folders.base, 'elsewhere');
    renameSync(join(folders.claudeDir, 'projects'), elsewhere);
    symlinkSync(elsewhere, join(folders.claudeDir, 'projects'));
    writeFileSync(transcript(), line('alpha'));
    await start();
    appendFileSync(transcript(), line('beta'));
    await becomesFound('beta');
  });

  test('a folder that the user adds', async () => {
    await start();
    const logs = join(folders.base, 'logs');
    mkdirSync(logs);
    writeFileSync(join(logs, 'run.jsonl'), line('alpha'));
    await client().call('settings.set', { sources: [logs] });
    await becomesFound('alpha');
    appendFileSync(join(logs, 'run.jsonl'), line('beta'));
    await becomesFound('beta');
  });
});

describe('pausing', () => {
  const many = (word: string) =>
    Array.from({ length: 20_000 }, (_, at) => line(`${word}${at} filler filler filler`)).join('');

  test('stops what is running, and resuming finishes it', async () => {
    for (let at = 0; at < 3; at += 1) writeFileSync(transcript(`${at}${session.slice(1)}`), many(`word${at}x`));
    await launch();
    await until('index.state', ({ progress }) => progress !== null && progress.done > 0);
    const stopped = until('index.state', ({ running, paused }) => paused && !running);
    const announced = until('sessions.changed'); // what was read before
    expect(await client().call('index.pause', { paused: true })).toMatchObject({ paused: true });
    await stopped;
    await announced;
    const { messages } = await client().call('app.info', {});
    expect(messages).toBeLessThan(60_000);
    await client().call('index.pause', { paused: false });
    await eventually(async () => (await client().call('app.info', {})).messages === 60_000);
    expect(await client().call('index.state', {})).toMatchObject({ paused: false });
  }, 60_000);

  test('what changed meanwhile is found after resuming, and not before', async () => {
    writeFileSync(transcript(), line('alpha'));
    await start();
    await client().call('index.pause', { paused: true });
    let ran = false;
    const off = client().on('index.state', ({ running }) => (ran ||= running));
    appendFileSync(transcript(), line('beta'));
    expect(await total('beta')).toBe(0);
    off();
    expect(ran).toBe(false);
    await client().call('index.pause', { paused: false });
    await becomesFound('beta');
  });
});

test('what is written while a run that somebody asked for is at work is not forgotten until the next rescan', async () => {
  const lines = Array.from({ length: 4000 }, (_, at) => line(`word${at} filler`));
  writeFileSync(transcript(), lines.join(''));
  await start();
  const running = client().call('index.run', { full: true }, { progress: () => appendOnce() });
  let appended = false;
  function appendOnce(): void {
    if (appended) return;
    appended = true;
    writeFileSync(transcript(fixtures.importer), line('meanwhile'));
  }
  await running;
  appendOnce();
  await becomesFound('meanwhile');
}, 20_000);

test('a damaged index is set aside, built again, and followed', async () => {
  writeFileSync(transcript(), line('alpha'));
  mkdirSync(folders.dataDir, { recursive: true });
  writeFileSync(indexPath(folders.dataDir), 'this was a database once, '.repeat(400));
  await start();
  expect(await total('alpha')).toBe(1);
  appendFileSync(transcript(), line('beta'));
  await becomesFound('beta');
});
