import { describe, expect, it } from 'vitest';
import { choiceOf, conditionsOf, nothingTyped, saysSomething, typedOf } from '../../../../renderer/lib/conditions.ts';
import { byClaudeFolder, sharesByKind, sharesByProject } from '../../../../renderer/lib/footprint.ts';
import { ruleWords } from '../../../../renderer/lib/rule-words.ts';
import { below, byKind } from '../../../../renderer/lib/traces.ts';
import { place } from './support.ts';

describe('what takes up room', () => {
  const items = [
    place('/c/projects/-home-dev-tide/a.jsonl', 'transcript', { bytes: 300 }),
    place('/c/projects/-home-dev-tide/a', 'session-folder', { bytes: 0 }),
    place('/c/projects/-home-dev-gone/b.jsonl', 'transcript', { bytes: 100 }),
    place('/c/history.jsonl', 'history', { bytes: 50 }),
    place('/d/projects/-x/c.jsonl', 'transcript', { bytes: 10 }),
    place('/tmp/claude-0/x', 'temporary', { bytes: 5 }),
    place('/data/index.db', 'index', { bytes: 900 }),
  ];

  it('is told by Claude folder, without what is ours', () => {
    expect(byClaudeFolder(items, ['/c', '/d', '/e']).map(({ path, bytes }) => `${path} ${bytes}`)).toEqual([
      ...['/c 450', '/d 10', 'Elsewhere 5'],
    ]);
  });

  it('is told by kind, the largest first, each as long as its share', () => {
    const shares = sharesByKind(items.slice(0, 4));
    expect(shares.map(({ name, bytes, length }) => [name, bytes, length])).toEqual([
      ['Transcripts', 400, 1],
      ['Prompt history', 50, 0.125],
    ]);
  });

  it('is told by project, known ones by their names', () => {
    const shares = sharesByProject(items.slice(0, 4), '/c', ['/home/dev/tide'], () => 'tide');
    expect(shares.map(({ name, project, bytes }) => [name, project, bytes])).toEqual([
      ['tide', '/home/dev/tide', 300],
      ['-home-dev-gone', null, 100],
      ['Not of one project', null, 50],
    ]);
  });

  it('knows a path by what is below the nearest of its roots', () => {
    expect(below(['/c', '/c/deep'], '/c/deep/a.txt')).toBe('a.txt');
    expect(below(['/c'], '/clone/a.txt')).toBe('/clone/a.txt');
    expect(below(['C:\\c'], 'C:\\c\\a.txt')).toBe('a.txt');
    expect(byKind([]).length).toBe(0);
  });
});

describe('which sessions go', () => {
  it('is said by nothing as long as no field is filled in', () => {
    expect(saysSomething(nothingTyped)).toBe(false);
    expect(saysSomething({ ...nothingTyped, days: 0, megabytes: -1 })).toBe(false);
    expect(saysSomething({ ...nothingTyped, secrets: true })).toBe(true);
    expect(choiceOf(nothingTyped)).toEqual({});
  });

  it('is the same whether a person asks or a rule', () => {
    const typed = { days: 90, project: '/p', megabytes: 1.5, secrets: true };
    expect(choiceOf(typed)).toEqual({
      olderThanDays: 90,
      project: '/p',
      largerThanBytes: 1_500_000,
      withSecrets: true,
    });
    expect(typedOf(conditionsOf(typed))).toEqual(typed);
    expect(typedOf(conditionsOf(nothingTyped))).toEqual(nothingTyped);
  });

  it('is told in a line', () => {
    const rule = conditionsOf({ days: 90, project: '/home/dev/tide', megabytes: 20, secrets: true });
    expect(ruleWords(rule, () => 'tide')).toBe('Older than 90 days, in tide, larger than 20 MB, with secrets');
    expect(ruleWords(conditionsOf(nothingTyped), String)).toBe('Nothing: it has no condition');
  });
});
