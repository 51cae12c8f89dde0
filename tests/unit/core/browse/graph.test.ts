import { describe, expect, test } from 'vitest';
import { graphOf, type Node } from '../../../../electron/core/browse/graph.ts';
import type { Kind } from '../../../../shared/schemas.ts';

type Step = Partial<Node> & { readonly name: string; readonly after?: string | null };

/** A conversation by names: each step follows the one before it unless `after` says otherwise. */
function story(...steps: readonly (string | Step)[]) {
  const named = steps.map((step): Step => (typeof step === 'string' ? { name: step } : step));
  const at = new Map(named.map(({ name }, position) => [name, position]));
  const nodes = named.map(({ name, after, ...more }, position): Node => {
    const kind = kindOf(name);
    const parent = after === undefined ? (position === 0 ? null : position - 1) : (at.get(after ?? '') ?? null);
    return { parent, kind, turn: kind === 'prompt' && !name.includes('queued'), sidechain: false, ...more };
  });
  const { branches, abandoned } = graphOf(nodes);
  const branch = (name: string) => branches[at.get(name) ?? -1];
  return {
    current: named.map(({ name }) => name).filter((name) => branch(name) === 0),
    branch,
    abandoned: abandoned.map(({ head, instead, entries }) => ({
      head: named[head]?.name,
      instead: named[instead]?.name,
      entries,
    })),
  };
}

/** By how the name begins. */
const kindOf = (name: string): Kind =>
  (['prompt', 'answer', 'tool_call', 'tool_result', 'compaction', 'attachment', 'summary'] as const).find((kind) =>
    name.startsWith(kind),
  ) ?? 'note';

describe('nothing was rewound', () => {
  test('in a conversation that runs straight', () => {
    const { abandoned, current } = story('prompt 1', 'answer 1', 'prompt 2', 'answer 2');
    expect(abandoned).toEqual([]);
    expect(current).toHaveLength(4);
  });

  test('where calls run side by side and each result follows its own call', () => {
    const { abandoned } = story(
      'prompt',
      'tool_call A',
      'tool_call B',
      { name: 'tool_result A', after: 'tool_call A' },
      { name: 'tool_result B', after: 'tool_call B' },
      { name: 'answer', after: 'tool_result A' },
      'prompt 2',
      'answer 2',
    );
    expect(abandoned).toEqual([]);
  });

  test('where a line that was queued hangs on a twig of its own', () => {
    const { abandoned } = story(
      'prompt',
      'tool_call',
      'tool_result',
      'prompt queued',
      { name: 'answer', after: 'tool_result' },
      'prompt 2',
    );
    expect(abandoned).toEqual([]);
  });

  test('where notes, hooks and attachments hang beside the conversation', () => {
    const { abandoned } = story(
      'prompt',
      'answer',
      'note of a hook',
      { name: 'attachment', after: 'answer' },
      { name: 'prompt 2', after: 'answer' },
      'answer 2',
      'note at the end',
    );
    expect(abandoned).toEqual([]);
  });

  test('across a compaction, which follows nothing, or claims to follow what comes after it', () => {
    const rest = ['summary', 'prompt 2', 'answer 2'];
    for (const after of [null, 'answer 2', 'compaction']) {
      const { abandoned } = story('prompt', 'answer', { name: 'compaction', after }, ...rest);
      expect(abandoned).toEqual([]);
    }
  });

  test('where a parent is missing, comes later, or is the entry itself', () => {
    for (const after of [null, 'answer 3', 'prompt 2']) {
      const { abandoned } = story('prompt', 'answer', { name: 'prompt 2', after }, 'answer 2', 'prompt 3', 'answer 3');
      expect(abandoned).toEqual([]);
    }
  });

  test('where two records name each other', () => {
    const { abandoned } = story(
      'prompt',
      { name: 'answer', after: 'prompt 2' },
      { name: 'prompt 2', after: 'answer' },
      'answer 2',
    );
    expect(abandoned).toEqual([]);
  });

  test('in a log in which nothing follows anything', () => {
    const alone = (name: string) => ({ name, after: null, origin: null });
    const { abandoned } = story(
      alone('prompt'),
      alone('answer'),
      alone('prompt 2'),
      alone('answer 2'),
      alone('prompt 3'),
    );
    expect(abandoned).toEqual([]);
  });

  test('where commands and shell lines all hang on the caveat before the first of them', () => {
    const { abandoned, current } = story(
      { name: 'note: caveat', caveat: true },
      'prompt /clear',
      'prompt 1',
      'answer 1',
      { name: 'prompt /status', after: 'note: caveat' },
      'note: its output',
      { name: 'prompt !ls', after: 'note: caveat' },
    );
    expect(abandoned).toEqual([]);
    expect(current).toHaveLength(7);
  });

  test('by a subagent whose records stand in the same file', () => {
    const side = (name: string, after?: string) => ({
      name,
      sidechain: true,
      ...(after === undefined ? {} : { after }),
    });
    const { abandoned, current } = story(
      'prompt',
      'tool_call',
      { ...side('prompt of a task'), after: null, origin: null },
      side('answer to the task'),
      { ...side('prompt of another task'), after: null, origin: null },
      side('answer to the other'),
      { name: 'tool_result', after: 'tool_call' },
      'answer',
    );
    expect(abandoned).toEqual([]);
    expect(current).toHaveLength(8);
  });

  test('in an empty transcript, nor in one without a word', () => {
    expect(story().abandoned).toEqual([]);
    expect(story('note', 'note 2').current).toEqual(['note', 'note 2']);
  });
});

describe('a rewind', () => {
  test('leaves behind what followed the prompt that was replaced', () => {
    const { abandoned, current, branch } = story(
      'prompt 1',
      'answer 1',
      'prompt 2',
      'tool_call 2',
      'tool_result 2',
      { name: 'prompt 2 again', after: 'answer 1' },
      'answer 2 again',
    );
    expect(abandoned).toEqual([{ head: 'prompt 2', instead: 'prompt 2 again', entries: 3 }]);
    expect(current).toEqual(['prompt 1', 'answer 1', 'prompt 2 again', 'answer 2 again']);
    expect(branch('tool_result 2')).toBe(branch('prompt 2'));
  });

  test('twice to the same place leaves two attempts behind', () => {
    const { abandoned, current } = story(
      'prompt 1',
      'answer 1',
      'prompt 2',
      'answer 2',
      { name: 'prompt 2 again', after: 'answer 1' },
      'answer 2 again',
      { name: 'prompt 2 at last', after: 'answer 1' },
      'answer 2 at last',
    );
    expect(abandoned).toEqual([
      { head: 'prompt 2', instead: 'prompt 2 at last', entries: 2 },
      { head: 'prompt 2 again', instead: 'prompt 2 at last', entries: 2 },
    ]);
    expect(current).toEqual(['prompt 1', 'answer 1', 'prompt 2 at last', 'answer 2 at last']);
  });

  test('at two places leaves each behind where it was', () => {
    const { abandoned } = story(
      'prompt 1',
      'answer 1',
      'prompt 2',
      { name: 'prompt 2 again', after: 'answer 1' },
      'answer 2',
      'prompt 3',
      'answer 3',
      { name: 'prompt 3 again', after: 'answer 2' },
      'answer 3 again',
    );
    expect(abandoned).toEqual([
      { head: 'prompt 2', instead: 'prompt 2 again', entries: 1 },
      { head: 'prompt 3', instead: 'prompt 3 again', entries: 2 },
    ]);
  });

  test('within what is rewound later goes with it', () => {
    const { abandoned, current } = story(
      'prompt 1',
      'answer 1',
      'prompt 2',
      'answer 2',
      'prompt 3',
      'answer 3',
      { name: 'prompt 3 again', after: 'answer 2' },
      'answer 3 again',
      { name: 'prompt 2 again', after: 'answer 1' },
      'answer 2 again',
    );
    expect(abandoned).toEqual([{ head: 'prompt 2', instead: 'prompt 2 again', entries: 6 }]);
    expect(current).toEqual(['prompt 1', 'answer 1', 'prompt 2 again', 'answer 2 again']);
  });

  test('to the very beginning leaves the first prompt behind', () => {
    const { abandoned, current } = story(
      { name: 'prompt 1', origin: null },
      'answer 1',
      { name: 'prompt 1 again', after: null, origin: null },
      'answer 1 again',
    );
    expect(abandoned).toEqual([{ head: 'prompt 1', instead: 'prompt 1 again', entries: 2 }]);
    expect(current).toEqual(['prompt 1 again', 'answer 1 again']);
  });

  test('to the beginning of a session that begins with a record that shows nothing', () => {
    const { abandoned, current } = story(
      'note of the start',
      { name: 'prompt 1', after: null, origin: 'hook' },
      'answer 1',
      { name: 'prompt 1 again', after: null, origin: 'hook' },
      'answer 1 again',
    );
    expect(abandoned).toEqual([{ head: 'prompt 1', instead: 'prompt 1 again', entries: 2 }]);
    expect(current).toEqual(['note of the start', 'prompt 1 again', 'answer 1 again']);
  });

  test('is not what resuming under a new hook is', () => {
    const { abandoned } = story(
      { name: 'prompt 1', origin: 'hook at the start' },
      'answer 1',
      { name: 'prompt 2', after: null, origin: 'hook at the resumption' },
      'answer 2',
    );
    expect(abandoned).toEqual([]);
  });

  test('after a compaction leaves what was before it alone', () => {
    const { abandoned } = story(
      'prompt 1',
      'answer 1',
      { name: 'compaction', after: null },
      'summary',
      'prompt 2',
      'answer 2',
      { name: 'prompt 2 again', after: 'summary' },
      'answer 2 again',
    );
    expect(abandoned).toEqual([{ head: 'prompt 2', instead: 'prompt 2 again', entries: 2 }]);
  });

  test('that nothing was said after yet is one already', () => {
    const { current } = story('prompt 1', 'answer 1', 'prompt 2', 'answer 2', {
      name: 'prompt 2 again',
      after: 'answer 1',
    });
    expect(current).toEqual(['prompt 1', 'answer 1', 'prompt 2 again']);
  });
});

describe('size', () => {
  const links = (parent: (at: number) => number | null): Node[] =>
    Array.from({ length: 50_000 }, (_, at) => ({
      parent: parent(at),
      kind: at % 2 === 0 ? 'prompt' : 'answer',
      turn: at % 2 === 0,
      sidechain: false,
      origin: null,
    }));

  test.each([
    ['in a row', (at: number) => at - 1],
    ['each its own parent', (at: number) => at],
    ['each the parent of the one before', (at: number) => at + 1],
    ['all after the first', () => 0],
    ['all after nothing', () => null],
  ])('50,000 entries, %s, take no time', (_, parent) => {
    const begun = performance.now();
    const { branches } = graphOf(links((at) => (at === 0 ? null : parent(at))));
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(branches).toHaveLength(50_000);
  });
});
