import { describe, expect, test } from 'vitest';
import { normalise } from '../../../../electron/core/ingest/normalise/normalise.ts';
import type { RawRecord } from '../../../../electron/core/ingest/parse.ts';
import { markEnd, markStart } from '../../../../shared/marks.ts';

const user = (content: unknown, more: RawRecord = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});
const assistant = (...content: unknown[]) => ({ type: 'assistant', message: { role: 'assistant', content } });
const attachment = (fields: RawRecord) => ({ type: 'attachment', attachment: fields });
const blocks = (record: RawRecord) => normalise(record).blocks;
const brief = (record: RawRecord) => blocks(record).map(({ kind, subtype, text }) => [kind, subtype ?? null, text]);

describe('who speaks', () => {
  test.each([
    ['a person', user('Fix it'), ['prompt', 'typed', 'Fix it']],
    ['a person, in blocks', user([{ type: 'text', text: 'Fix it' }]), ['prompt', 'typed', 'Fix it']],
    [
      'a slash command',
      user(
        '<command-message>x</command-message>\n<command-name>/review</command-name>\n<command-args>all of it</command-args>',
      ),
      ['prompt', 'command', '/review all of it'],
    ],
    ['a shell line', user('<bash-input>ls -la</bash-input>'), ['prompt', 'bash', 'ls -la']],
    ['a task for a subagent', user('Look', { isSidechain: true }), ['prompt', 'task', 'Look']],
    [
      'a line queued while Claude was at work',
      attachment({ type: 'queued_command', prompt: 'And this', commandMode: 'prompt' }),
      ['prompt', 'queued', 'And this'],
    ],
    [
      'the same as blocks',
      attachment({ type: 'queued_command', prompt: [{ type: 'text', text: 'And this' }] }),
      ['prompt', 'queued', 'And this'],
    ],
    ['a meta record', user('Remember', { isMeta: true }), ['note', 'meta', 'Remember']],
    ['a compaction’s summary', user('This session…', { isCompactSummary: true }), ['summary', null, 'This session…']],
    ['a command’s output', user('<local-command-stdout>ok</local-command-stdout>'), ['note', 'command_output', 'ok']],
    [
      'a shell’s output',
      user('<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>'),
      ['note', 'bash_output', 'ab'],
    ],
    [
      'an interruption',
      user('[Request interrupted by user]'),
      ['note', 'interrupted', '[Request interrupted by user]'],
    ],
    ['a notification', user('done', { origin: { kind: 'task-notification' } }), ['note', 'notification', 'done']],
    [
      'a queued notification',
      attachment({ type: 'queued_command', prompt: 'done', commandMode: 'task-notification' }),
      ['note', 'notification', 'done'],
    ],
  ])('%s', (_, record, expected) => expect(brief(record)).toEqual([expected]));

  test('what Claude Code puts before what was typed is told from it', () => {
    expect(brief(user('<ide_opened_file>a.ts</ide_opened_file>\nFix it'))).toEqual([
      ['note', 'ide_opened_file', '<ide_opened_file>a.ts</ide_opened_file>'],
      ['prompt', 'typed', 'Fix it'],
    ]);
  });

  test('the model', () => {
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls', nested: { list: ['a', 1] } } };
    expect(brief(assistant({ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'I will' }, call))).toEqual([
      ['thinking', null, 'hm'],
      ['answer', null, 'I will'],
      ['tool_call', null, 'ls\na'],
    ]);
    expect(brief({ ...assistant({ type: 'text', text: 'Overloaded' }), isApiErrorMessage: true })).toEqual([
      ['error', 'api_error', 'Overloaded'],
    ]);
  });

  test('a tool, with what it says, whether it failed, and its pictures', () => {
    const content = [
      { type: 'text', text: 'x' },
      { type: 'image', source: { data: 'abc' } },
      { type: 'tool_reference', tool_name: 'Grep' },
    ];
    const result = { type: 'tool_result', tool_use_id: 't', content, is_error: true };
    expect(blocks(user([result], { toolUseResult: { agentId: 'a1' } }))).toMatchObject([
      { kind: 'tool_result', role: 'tool', toolUseId: 't', error: true, image: true, agent: 'a1' },
    ]);
    expect(blocks(user([result]))[0]?.text).toContain('x\n');
    expect(blocks(user([result]))[0]?.text).not.toContain('abc');
    const failed = { type: 'tool_result', tool_use_id: 't', content: '' };
    expect(brief(user([failed], { toolUseResult: 'Error: no' }))).toEqual([['tool_result', null, 'Error: no']]);
  });
});

describe('what Claude Code itself says', () => {
  test.each([
    [
      { subtype: 'compact_boundary', content: 'Conversation compacted' },
      ['compaction', 'compact_boundary', 'Conversation compacted'],
    ],
    [{ subtype: 'turn_duration', durationMs: 119_559 }, ['note', 'turn_duration', 'Took 1 min 60 s']],
    [{ subtype: 'away_summary', content: 'You asked why' }, ['note', 'away_summary', 'You asked why']],
    [{ content: 'limit reached' }, ['note', null, 'limit reached']],
    [{ subtype: 'hologram', beam: { colour: 'blue' } }, ['note', 'hologram', 'blue']],
    [
      {
        subtype: 'api_error',
        error: { status: 529, headers: { 'x-organization': 'secret-org' }, message: 'Overloaded' },
      },
      ['error', 'api_error', 'API error 529 Overloaded'],
    ],
    [
      { subtype: 'stop_hook_summary', hookInfos: [{ command: 'npm run lint' }], hookErrors: ['no'] },
      ['hook', 'Stop', 'npm run lint\nno'],
    ],
  ])('%j', (fields, expected) => expect(brief({ type: 'system', ...fields })).toEqual([expected]));

  test('attachments keep their words, and hooks their event', () => {
    expect(brief(attachment({ type: 'edited_text_file', filename: 'a.ts', snippet: '1 x' }))).toEqual([
      ['attachment', 'edited_text_file', 'a.ts\n1 x'],
    ]);
    expect(brief(attachment({ type: 'hook_success', hookEvent: 'Stop', toolUseID: 'id', content: 'fine' }))).toEqual([
      ['hook', 'Stop', 'Stop\nfine'],
    ]);
    expect(brief(attachment({ type: 'prompt_snapshot', systemPrompt: ['long'] }))).toEqual([
      ['attachment', 'prompt_snapshot', ''],
    ]);
  });
});

describe('the open world', () => {
  test('what is unknown is kept', () => {
    expect(brief({ type: 'hologram', words: ['a', { b: 'c' }] })).toEqual([['unknown', 'hologram', 'hologram\na\nc']]);
    expect(brief(assistant({ type: 'hologram', text: 'beam' }))).toEqual([['unknown', 'hologram', 'hologram\nbeam']]);
  });

  test('records about the session and copies of progress are no entries', () => {
    for (const type of ['ai-title', 'queue-operation', 'progress', 'api-request-blob', 'cost-state']) {
      expect(brief({ type, content: 'words', message: { content: 'words' } })).toEqual([]);
    }
  });

  test.each([
    [{ type: 'tool_use', tool: { name: 'Bash', input: { command: 'ls' } } }, ['tool_call', null, 'ls']],
    [{ type: 'tool_result', result: { output: 'a', error: 'b' } }, ['tool_result', null, 'a\nb']],
    [{ type: 'thinking', thinking: 'hm' }, ['thinking', null, 'hm']],
    [{ type: 'create', filePath: 'a.ts', content: 'x' }, ['tool_call', null, 'a.ts\nx']],
    [{ type: 'result', subtype: 'success', result: 'Done' }, ['note', 'success', 'Done']],
    [{ type: 'user', content: 'flat' }, ['prompt', 'typed', 'flat']],
  ])('older and streamed logs: %j', (record, expected) => expect(brief(record)).toEqual([expected]));

  test('nonsense is no crash', () => {
    for (const record of [
      assistant({ type: 'thinking', thinking: '', signature: 's' }, { type: 'redacted_thinking', data: 'x' }),
      user(null),
      { type: 'user' },
      { type: 'assistant', message: 'not an object' },
      { type: 'system' },
      { type: 'attachment' },
      { type: ['user'] },
      {},
    ]) {
      expect(() => normalise(record)).not.toThrow();
    }
    let deep: unknown = 'bottom';
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(() => normalise({ type: 'hologram', deep })).not.toThrow();
  });
});

test('a text holds neither NUL nor our own marks nor half a character', () => {
  expect(blocks(user(`a\0b${markStart}c${markEnd}\ud800`))[0]?.text).toBe('a\uFFFDb\uFFFDc\uFFFD\uFFFD');
});
