import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rememberExports } from '../../../../electron/core/export/log.ts';
import { downloadedAs } from '../../../../shared/export.ts';
import type { TraceItem } from '../../../../shared/purge.ts';
import { filesBelow } from '../../../support/residue.ts';
import { folder, ghost, gone, sharedPaste, sharedSlug, stays } from '../../../support/traces.ts';
import { Purging } from './support.ts';

let purging: Purging;
beforeEach(async () => {
  purging = new Purging();
  await purging.indexing.run();
});
afterEach(() => purging.close());

const at = (...parts: string[]) => purging.indexing.at(...parts);
const planOf = async (session: string) => (await purging.plan({ sessions: [session] })).plan;
const item = (plan: readonly TraceItem[], path: string) => plan.find((one) => one.path === path);

test('what a browser was handed is named, for only the browser knows where it is', async () => {
  const downloaded = (...sessions: string[]) =>
    rememberExports(purging.library, [{ path: downloadedAs('2026-03-04 Tide.html'), sessions }]);
  downloaded(gone);
  downloaded(stays);
  const { plan, notCovered } = await purging.plan({ sessions: [gone] });
  expect(plan.filter(({ what }) => what === 'export')).toEqual([]);
  expect(notCovered.join('\n')).toContain('It was exported through a browser as “2026-03-04 Tide.html”');
  const other = await purging.plan({ sessions: [ghost] });
  expect(other.notCovered.join('\n')).not.toContain('through a browser');
});

describe('every place is found', () => {
  test('whatever is named after the session or says that it is its', async () => {
    const found = (await planOf(gone)).filter(({ action }) => action === 'delete').map(({ path }) => path);
    const expected = [
      `projects/${folder}/${gone}.jsonl`,
      `projects/${folder}/${gone}`,
      `projects/${folder}/${gone}/subagents`,
      `projects/${folder}/${gone}/tool-results`,
      `projects/${folder}/agent-old0.jsonl`,
      `file-history/${gone}`,
      `image-cache/${gone}`,
      `uploads/${gone}`,
      `tasks/${gone}`,
      `session-env/${gone}`,
      `debug/${gone}.txt`,
      `todos/${gone}-agent-${gone}.json`,
      `security/security_warnings_state_${gone}.json`,
      `telemetry/1p_failed_events.${gone}.0f0f0f0f-0000-4000-8000-000000000000.json`,
      `jobs/${gone.slice(0, 8)}`,
      'sessions/900000000.json',
      'plans/brisk-copper-wren-0.md',
      'paste-cache/0123456789abcd00.txt',
    ].map((path) => at(path));
    expect(found.toSorted()).toEqual([...expected, join(purging.temporary, folder, gone)].toSorted());
  });

  test('what it shares is written again without it, or kept where another session needs it', async () => {
    const plan = await planOf(gone);
    expect(item(plan, at('history.jsonl'))).toMatchObject({ action: 'rewrite', lines: 4 });
    expect(item(plan, at('projects', folder, 'sessions-index.json'))).toMatchObject({ action: 'rewrite', lines: 1 });
    expect(item(plan, at('plans', `${sharedSlug}.md`))).toMatchObject({ action: 'keep' });
    expect(item(plan, at('paste-cache', `${sharedPaste}.txt`))).toMatchObject({ action: 'keep' });
    expect(item(plan, join(purging.dataDir, 'index.db'))).toMatchObject({ action: 'rewrite' });
  });

  test('what two sessions share goes with both', async () => {
    const { plan } = await purging.plan({ sessions: [gone, stays] });
    expect(plan.filter(({ action }) => action === 'keep')).toEqual([]);
    expect(item(plan, at('plans', `${sharedSlug}.md`))).toMatchObject({ action: 'delete' });
    expect(item(plan, at('paste-cache', `${sharedPaste}.txt`))).toMatchObject({ action: 'delete' });
  });

  test('a session that only history.jsonl knows', async () => {
    const plan = await planOf(ghost);
    expect(plan.map(({ what, lines }) => [what, lines])).toEqual([
      ['history', 1],
      ['index', 1],
    ]);
  });

  test('traces of a session that nothing else knows', async () => {
    const lost = 'd4e5f6a7-4444-4444-8444-dddddddddddd';
    purging.indexing.put(`file-history/${lost}/0@v1`, 'what was swept');
    expect((await planOf(lost)).map(({ path }) => path)).toEqual([at('file-history', lost)]);
    await expect(planOf('e5f6a7b8-5555-4555-8555-eeeeeeeeeeee')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a new kind of place, where it is named after the session', async () => {
    purging.indexing.put(`hologram-cache/${gone}/0.bin`, 'x');
    expect(item(await planOf(gone), at('hologram-cache', gone))).toMatchObject({ action: 'delete' });
  });

  test('a copy that a fork’s job keeps', async () => {
    const copy = ['a', 'b'].map((uuid) => JSON.stringify({ type: 'user', uuid, sessionId: gone }));
    purging.indexing.put(`jobs/ffffffff/state.json`, JSON.stringify({ sessionId: stays }));
    purging.indexing.put('jobs/ffffffff/tmp/parent-transcript.jsonl', copy.join('\n'));
    expect(item(await planOf(gone), at('jobs/ffffffff/tmp/parent-transcript.jsonl'))).toMatchObject({ lines: 2 });
  });
});

describe('nothing else is', () => {
  test('the list of todos of another session’s agent', async () => {
    purging.indexing.put(`todos/${stays}-agent-${gone}.json`, '[]');
    expect(item(await planOf(gone), at('todos', `${stays}-agent-${gone}.json`))).toBeUndefined();
  });

  test('a session whose name is no id takes only its transcript with it', async () => {
    purging.indexing.put(`projects/${folder}/memory.jsonl`, '{"type":"user","message":{"content":"note"}}\n');
    purging.traces.settle();
    await purging.indexing.run();
    const paths = (await planOf('memory')).map(({ path }) => path);
    expect(paths).toEqual([at('projects', folder, 'memory.jsonl'), join(purging.dataDir, 'index.db')]);
  });

  test('an old prompt in the same folder at the same time that says something else', async () => {
    const { plan } = await purging.plan({ sessions: [gone, stays] });
    expect(item(plan, at('history.jsonl'))).toMatchObject({ lines: 8 });
  });

  test('what is only named after the id, where another session has the same', async () => {
    const twin = purging.indexing.put(
      `projects/-home-dev-other/${gone}.jsonl`,
      '{"type":"user","message":{"content":"x"}}\n',
    );
    purging.traces.settle();
    await purging.indexing.run();
    const plan = await planOf(at('projects', folder, `${gone}.jsonl`));
    expect(item(plan, twin)).toBeUndefined();
    expect(item(plan, at('file-history', gone))).toMatchObject({
      action: 'keep',
      why: expect.stringContaining('same id') as string,
    });
    expect(item(plan, at('projects', folder, `${gone}.jsonl`))).toMatchObject({ action: 'delete' });
    expect(item(plan, at('history.jsonl'))).toMatchObject({ lines: 4 });
  });
});

describe('links', () => {
  test('of a session’s folder that is a link, the link alone', async () => {
    const target = join(purging.indexing.folders.base, 'elsewhere');
    renameSync(at('projects', folder, gone), target);
    symlinkSync(target, at('projects', folder, gone));
    const plan = await planOf(gone);
    expect(item(plan, at('projects', folder, gone))).toMatchObject({
      bytes: 0,
      why: expect.stringContaining('link') as string,
    });
    expect(plan.filter(({ path }) => path.startsWith(target))).toEqual([]);
  });

  test('a folder that leads out of the Claude folder is not followed, and the plan says so', async () => {
    const outside = join(purging.indexing.folders.base, 'outside');
    renameSync(at('file-history'), outside);
    symlinkSync(outside, at('file-history'));
    const { plan, notCovered } = await purging.plan({ sessions: [gone] });
    expect(plan.some(({ what }) => what === 'file-history')).toBe(false);
    expect(notCovered.join('\n')).toContain(`${at('file-history')} is a link out of the Claude folder`);
  });

  test.each(['paste-cache', 'plans', 'jobs', 'sessions', 'projects/-home-dev-linked'])(
    'nothing behind a link from %s out of the Claude folder is touched',
    async (name) => {
      const outside = join(purging.indexing.folders.base, 'outside');
      if (name.startsWith('projects/')) {
        mkdirSync(outside);
        writeFileSync(join(outside, 'sessions-index.json'), JSON.stringify({ entries: [{ sessionId: gone }] }));
        writeFileSync(join(outside, `${gone}.jsonl`), 'of somebody else');
      } else renameSync(at(name), outside);
      symlinkSync(outside, at(name));
      const before = filesBelow(outside);
      expect(before.size).toBeGreaterThan(0);
      const { notCovered } = await purging.plan({ sessions: [gone] });
      if (!name.includes('/')) expect(notCovered.join()).toContain(`${at(name)} is a link out of the Claude folder`);
      const { done } = await purging.run({ sessions: [gone] });
      expect([done, [...filesBelow(outside)]]).toEqual([true, [...before]]);
    },
  );

  test('projects that are a link as a whole are purged where they are', async () => {
    const elsewhere = join(purging.indexing.folders.base, 'elsewhere');
    renameSync(at('projects'), elsewhere);
    symlinkSync(elsewhere, at('projects'));
    await purging.index();
    expect(await purging.run({ sessions: [gone] })).toMatchObject({ done: true, verified: true });
    const left = [...filesBelow(elsewhere)].filter(([path, bytes]) => path.includes(gone) || bytes.includes(gone));
    expect(left).toEqual([]);
  });

  test('a second name of a file is warned of', async () => {
    linkSync(at('debug', `${gone}.txt`), join(purging.indexing.folders.base, 'twin'));
    expect(item(await planOf(gone), at('debug', `${gone}.txt`))?.why).toContain('hard link');
  });
});

describe('a ground of one’s own', () => {
  test('a damaged index that was set aside goes with any purge', async () => {
    const corrupt = join(purging.dataDir, 'index.db.corrupt');
    writeFileSync(corrupt, 'whatever it holds');
    expect(item(await planOf(gone), corrupt)).toMatchObject({ action: 'delete', what: 'index' });
  });

  test('a log outside of any Claude folder', async () => {
    const log = join(purging.indexing.folders.base, 'logs', 'run.jsonl');
    mkdirSync(dirname(log));
    writeFileSync(log, '{"type":"user","message":{"content":"from a log"}}\n');
    await purging.indexing.run({ roots: [dirname(log)] });
    purging.traces.settle(dirname(log));
    expect((await planOf(log)).map(({ path }) => path)).toContain(log);
  });
});
