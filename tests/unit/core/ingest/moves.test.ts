import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fixtures } from '../../../support/folders.ts';
import { expectSound, Indexing } from '../../../support/indexing.ts';
import { Script } from '../../../support/script.ts';

let indexing: Indexing;
beforeEach(() => void (indexing = new Indexing()));
afterEach(() => indexing.close());

const session = fixtures.tide;
const [here, there] = ['projects/-home-dev-x', 'projects/-home-dev-y'];
const script = new Script({ session });
script.prompt('alpha');
script.answer('beta');
const agent = new Script({ session, seed: 2, always: { isSidechain: true, agentId: 'a1' } });
agent.prompt('a task');
const [first = '', second = ''] = script.lines;
const ids = () => indexing.db.prepare('SELECT id FROM entry ORDER BY id').pluck().all();

describe('a transcript that moves to another project, as /cd does', () => {
  beforeEach(async () => {
    indexing.put(`${here}/${session}.jsonl`, script.text);
    indexing.put(`${here}/${session}/subagents/agent-a1.jsonl`, agent.text);
    mkdirSync(indexing.at(there));
    await indexing.run();
  });

  function move(): void {
    renameSync(indexing.at(here, `${session}.jsonl`), indexing.at(there, `${session}.jsonl`));
    renameSync(indexing.at(here, session), indexing.at(there, session));
  }

  test('keeps its rows, so that nothing that points at them is lost', async () => {
    const before = ids();
    move();
    await indexing.run();
    expect(ids()).toEqual(before);
    expect(indexing.sessions()).toMatchObject([
      { sessionId: session, file: indexing.at(there, `${session}.jsonl`), subagents: 1, sourceDeleted: false },
    ]);
    expect(indexing.texts(session)).toEqual(['alpha', 'beta']);
    expect((await indexing.run()).changedFiles).toBe(0);
    expectSound(indexing.db);
  });

  test('and grows there is read on', async () => {
    const before = ids();
    move();
    appendFileSync(
      indexing.at(there, `${session}.jsonl`),
      new Script({ session, seed: 5 }).flat('ai-title', { aiTitle: 'T' }).text,
    );
    await indexing.run();
    expect(ids()).toEqual(before);
    expect(indexing.session(session).title).toBe('T');
  });

  test('a copy is no move: the original stays what it was', async () => {
    copyFileSync(indexing.at(here, `${session}.jsonl`), indexing.at(there, `${session}.jsonl`));
    await indexing.run();
    expect(indexing.sessions()).toHaveLength(2);
    expect(indexing.sessions().every(({ sourceDeleted }) => !sourceDeleted)).toBe(true);
  });

  test('one that was cut on its way is another file', async () => {
    rmSync(indexing.at(here, session), { recursive: true });
    renameSync(indexing.at(here, `${session}.jsonl`), indexing.at(there, `${session}.jsonl`));
    indexing.put(`${there}/${session}.jsonl`, first);
    await indexing.run({ whenDeleted: 'follow' });
    expect(indexing.texts(session)).toEqual(['alpha']);
    expectSound(indexing.db);
  });

  test('one that moves to another Claude folder is still followed there', async () => {
    const other = join(indexing.folders.base, 'other');
    mkdirSync(join(other, there), { recursive: true });
    renameSync(indexing.at(here, `${session}.jsonl`), join(other, there, `${session}.jsonl`));
    rmSync(indexing.at(here, session), { recursive: true });
    await indexing.run({ roots: [indexing.root, other], whenDeleted: 'follow' });
    expect(indexing.sessions()).toMatchObject([{ file: join(other, there, `${session}.jsonl`), sourceDeleted: false }]);
    rmSync(join(other, there, `${session}.jsonl`));
    await indexing.run({ roots: [other] });
    expect(indexing.sessions()).toMatchObject([{ sourceDeleted: true }]);
  });
});

describe('a transcript that Claude Code deleted', () => {
  beforeEach(async () => {
    indexing.put(`${here}/${session}.jsonl`, script.text);
    indexing.put(`${here}/${session}/subagents/agent-a1.jsonl`, agent.text);
    await indexing.run();
  });

  const sweep = () => {
    rmSync(indexing.at(here, `${session}.jsonl`));
    rmSync(indexing.at(here, session), { recursive: true });
  };

  test('stays readable and is marked so, where the index keeps', async () => {
    sweep();
    expect((await indexing.run({ whenDeleted: 'keep' })).changedFiles).toBe(2);
    expect(indexing.session(session)).toMatchObject({ sourceDeleted: true, live: false, subagents: 1 });
    expect(indexing.texts(session)).toEqual(['alpha', 'beta']);
    expect(indexing.found('alpha')).toBe(1);
    expect((await indexing.run({ whenDeleted: 'keep' })).changedFiles).toBe(0);
  });

  test('leaves nothing behind, where the index follows', async () => {
    sweep();
    await indexing.run({ whenDeleted: 'follow' });
    for (const table of ['session', 'file', 'entry', 'entry_text', 'usage', 'passage', 'touched']) {
      expect([table, indexing.value(`SELECT count(*) FROM ${table}`)]).toEqual([table, 0]);
    }
    expect(indexing.found('alpha')).toBe(0);
    expectSound(indexing.db);
  });

  test('one of the subagents goes alone, and the session stays', async () => {
    rmSync(indexing.at(here, session), { recursive: true });
    await indexing.run({ whenDeleted: 'follow' });
    expect(indexing.session(session)).toMatchObject({ subagents: 0, sourceDeleted: false, prompts: 1 });
  });

  test('comes back, with more in it', async () => {
    sweep();
    await indexing.run();
    indexing.put(
      `${here}/${session}.jsonl`,
      first + second + new Script({ session, seed: 5 }).flat('hologram', {}).text,
    );
    await indexing.run();
    expect(indexing.session(session)).toMatchObject({ sourceDeleted: false });
    expect(indexing.entries(session)).toHaveLength(3);
    expectSound(indexing.db);
  });
});
