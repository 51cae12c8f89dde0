import { expect, test } from 'vitest';
import { projectTree, type Folder } from '../../../renderer/lib/project-tree.ts';
import { sweepText } from '../../../renderer/lib/retention.ts';
import { format, parse, start } from '../../../renderer/lib/route.ts';
import type { Info } from '../../../shared/schemas.ts';

const project = (path: string, sessions: number, lastActive: number) => ({ project: path, sessions, lastActive });
const brief = ({ name, sessions, folders }: Folder): unknown[] => [name, sessions, ...folders.map(brief)];

test('projects are a tree of the folders that something ran in, the latest first', () => {
  const tree = projectTree([
    project('/home/dev/tide', 3, 10),
    project('/home/dev/tide/docs', 2, 30),
    project('/srv/log', 1, 20),
    project('C:\\Work\\desk', 4, 5),
    project('C:\\Work\\desk\\api', 1, 6),
  ]);
  expect(tree.map(brief)).toEqual([
    ['tide', 5, ['docs', 2]],
    ['log', 1],
    ['desk', 5, ['api', 1]],
  ]);
  expect(tree[2]?.folders[0]?.path).toBe('C:\\Work\\desk\\api');
});

test('a place survives the address', () => {
  const place = {
    ...start,
    project: '/home/dev/ü & b?',
    marks: ['errors', 'forks'] as const,
    sort: 'tokens' as const,
    query: 'a "b" tool:Bash',
    session: '1f0c',
    file: '/x/agent-1.jsonl',
    position: 7,
    beside: { session: '2b9e', file: null, position: 3 },
  };
  expect(parse(format(place))).toEqual(place);
  expect(parse(format({ ...start, view: 'live' })).view).toBe('live');
  const tagged = { ...start, view: 'bookmarks' as const, tag: 'to do & more', session: '1f0c', position: 7 };
  expect(parse(format(tagged))).toEqual(tagged);
  const collected = { ...start, view: 'collection' as const, collection: 12 };
  expect(format(collected)).toBe('#/collection/12');
  expect(parse(format(collected))).toEqual(collected);
  expect(parse('#/storage').view).toBe('storage');
  expect(parse('#/collection/no').view).toBe('all');
  expect(parse('#/project/%E0%A4%A?at=-1&sort=evil&mark=evil')).toEqual(start);
});

test('when the oldest transcript will be swept', () => {
  const day = 24 * 60 * 60_000;
  const info = (cleanupDays: number, oldest: number | null) =>
    ({ claudeDirs: [{ path: '/c', found: true, cleanupDays, cleanupSet: true }], oldest }) as Info;
  expect(sweepText(info(30, 0), 27 * day)).toMatchObject({
    text: 'Claude Code deletes the oldest in 3 days',
    soon: true,
  });
  expect(sweepText(info(30, 0), 5 * day)).toMatchObject({
    text: 'Claude Code deletes the oldest in 25 days',
    soon: false,
  });
  expect(sweepText(info(30, 0), 31 * day)).toMatchObject({
    text: 'Claude Code deletes the oldest at its next start',
    soon: true,
  });
  expect(sweepText(info(30, null), 0)).toBeNull();
});
