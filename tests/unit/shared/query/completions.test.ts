import { describe, expect, test } from 'vitest';
import { completions, operators } from '../../../../shared/query/query.ts';
import { kinds, roles } from '../../../../shared/schemas.ts';

const index: Record<string, string[]> = {
  project: ['api', 'my app', 'say "hi"'],
  tool: ['Edit', 'Write', 'Bash'],
};
const known = (field: string, typed: string) =>
  (index[field] ?? []).filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));

/** `|` is the caret. */
const complete = (marked: string) => {
  const caret = marked.indexOf('|');
  return completions(marked.replace('|', ''), caret, known);
};
const labels = (marked: string) => complete(marked).map(({ label }) => label);

/** The text after the first completion was taken. */
function taken(marked: string): string | undefined {
  const text = marked.replace('|', '');
  const [first] = complete(marked);
  return first && text.slice(0, first.start) + first.insert + text.slice(first.end);
}

describe('names of fields', () => {
  test('are offered from the first letter on, with a hint', () => {
    expect(complete('tide p|')).toEqual([
      { start: 5, end: 6, insert: 'project:', label: 'project:', hint: 'in this project' },
    ]);
    expect(labels('o|')).toEqual(['on:', 'older_than:']);
    expect(labels('B|')).toEqual(['branch:', 'before:']);
  });

  test('are offered after a minus and in parentheses', () => {
    expect(taken('-pro|')).toBe('-project:');
    expect(taken('(a OR pro|)')).toBe('(a OR project:)');
  });

  test('replace the whole name when the caret is inside it', () => {
    expect(taken('pr|oj x')).toBe('project: x');
    expect(taken('pr|object:x')).toBe('project:x');
    expect(complete('pro|ject:x')).toEqual([]);
  });

  test.each(['|', 'tide |', 'tide|', '"p|', '"p|"', '~p|', '/p/|', 'p | x', '(|', 'p*|', 'x.p|'])(
    'are not offered at %s',
    (text) => {
      expect(complete(text)).toEqual([]);
    },
  );

  test('are all in the table', () => {
    const names = operators.map(({ name }) => name).filter((name) => /^[a-z_]+:$/.test(name));
    expect(names).toHaveLength(22);
    for (const name of names) expect(labels(`${name.slice(0, -1)}|`)).toContain(name);
  });
});

describe('values', () => {
  test('of closed lists are known', () => {
    expect(labels('is:|')).toEqual(['bookmarked', 'live', 'subagent', 'error', 'deleted', 'fork', 'ghost']);
    expect(labels('has:|')).toEqual(['image', 'diff', 'todo', 'thinking', 'secret', 'pr', 'plan']);
    expect(labels('role:|')).toEqual([...roles]);
    expect(labels('kind:|')).toEqual([...kinds]);
    expect(labels('sort:|')).toEqual(['newest', 'oldest', 'relevance']);
    expect(complete('is:b|')).toEqual([
      { start: 3, end: 4, insert: 'bookmarked', label: 'bookmarked', hint: 'kept by you' },
    ]);
  });

  test('of dates, ages and amounts give examples', () => {
    expect(labels('on:|').slice(0, 4)).toEqual(['today', 'yesterday', 'this-week', 'last-week']);
    expect(labels('before:last|')).toEqual(['last-week', 'last-month', 'last-year']);
    expect(labels('after:m|')).toEqual(['monday']);
    expect(taken('on:"last w|')).toBe('on:last-week');
    expect(labels('older_than:|')).toEqual(['24h', '7d', '2w', '3m', '1y']);
    expect(labels('tokens:>|')).toEqual(['>10k']);
  });

  test('come from the index, quoted where they must be', () => {
    expect(labels('project:|')).toEqual(['api', 'my app', 'say "hi"']);
    expect(taken('project:m|')).toBe('project:"my app"');
    expect(taken('project:s|')).toBe('project:"say ""hi"""');
    expect(labels('branch:|')).toEqual([]);
  });

  test('are asked for by field and what is typed of them', () => {
    const asked: string[] = [];
    completions('tide project:"my a', 18, (field, typed) => (asked.push(field, typed), []));
    expect(asked).toEqual(['project', 'my a']);
  });

  test('after a comma are offered once', () => {
    expect(labels('tool:Edit,|')).toEqual(['Write', 'Bash']);
    expect(taken('tool:Edit,W| tide')).toBe('tool:Edit,Write tide');
    expect(labels('is:live,l|')).toEqual([]);
  });

  test('replace the whole value when the caret is inside it', () => {
    expect(taken('tool:Wr|ong,Bash')).toBe('tool:Write,Bash');
    expect(taken('project:"m| old" x')).toBe('project:"my app" x');
    expect(taken('project:"m| "tide test"')).toBe('project:"my app" "tide test"');
  });

  test('are not offered once they are complete', () => {
    expect(complete('is:live|')).toEqual([]);
    expect(complete('project:"my app"|')).toEqual([]);
    expect(complete('project:api |')).toEqual([]);
  });
});
