import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { classify, discover } from '../../../../electron/core/ingest/discover.ts';
import { emptyFolders, fixtures, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => void (folders = emptyFolders()));
afterEach(() => folders.remove());

function put(path: string, content = '{}\n'): string {
  const file = join(folders.claudeDir, 'projects', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

test.each([
  [`-home-dev/${fixtures.tide}.jsonl`, { folder: '-home-dev', agent: null, sessionId: fixtures.tide }],
  ['-home-dev/notes.jsonl', { folder: '-home-dev', agent: null, sessionId: null }],
  ['-home-dev/agent-a1.jsonl', { folder: '-home-dev', agent: 'a1', sessionId: null }],
  [
    `-home-dev/${fixtures.tide}/subagents/agent-a1.jsonl`,
    { folder: '-home-dev', agent: 'a1', sessionId: fixtures.tide },
  ],
  [
    `-home-dev/${fixtures.tide}/subagents/workflows/wf_1/agent-a2.jsonl`,
    { folder: '-home-dev', agent: 'a2', sessionId: fixtures.tide },
  ],
  [`-home-dev/${fixtures.tide}/subagents/workflows/wf_1/journal.jsonl`, null],
])('%s', (path, expected) => {
  expect(classify(path)).toEqual(expected);
});

test('finds transcripts at any depth and nothing else', () => {
  const main = put(`p/${fixtures.tide}.jsonl`);
  const agent = put(`p/${fixtures.tide}/subagents/agent-1.jsonl`);
  put(`p/${fixtures.tide}/tool-results/x.txt`);
  put('p/sessions-index.json');
  const { transcripts, unreadable } = discover([folders.claudeDir]);
  expect(new Set(transcripts.map(({ path }) => path))).toEqual(new Set([main, agent]));
  expect(unreadable).toEqual([]);
});

test('a link that leaves the projects folder is not followed', () => {
  const outside = join(folders.base, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.jsonl'), '{}\n');
  const inside = put('p/real.jsonl');
  symlinkSync(join(outside, 'secret.jsonl'), join(dirname(inside), 'link.jsonl'));
  symlinkSync(outside, join(dirname(inside), 'folder'));
  symlinkSync(join(folders.base, 'nowhere'), join(dirname(inside), 'dangling.jsonl'));
  expect(discover([folders.claudeDir]).transcripts.map(({ path }) => path)).toEqual([inside]);
});

test('a folder that is not there is named, not taken for an empty one', () => {
  const found = discover([folders.claudeDir]);
  expect(found.listed).toEqual([]);
  expect(found.unreadable).toEqual([{ path: join(folders.claudeDir, 'projects'), reason: 'ENOENT' }]);
});
