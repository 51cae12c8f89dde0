import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { codeSpan, fenced, tamed, words } from '../../../../electron/core/export/markdown/tame.ts';
import { Exports } from './support.ts';

/** As generous as any reader of Markdown: HTML in it is HTML. */
const reader = new MarkdownIt({ html: true, linkify: true });
const headings = (text: string) =>
  reader
    .parse(text, {})
    .flatMap(({ type, tag }, at, all) => (type === 'heading_open' ? [`${tag} ${all[at + 1]?.content ?? ''}`] : []));

describe('somebody’s markdown becomes a part of a document', () => {
  test('its headings stand lower, however they are written', () => {
    const text = tamed('# One\n\ntext\n\nTwo\n===\n\nThree\n---\n\n###### Six\n\n> # quoted stays', 2);
    expect(headings(text)).toEqual(['h3 One', 'h3 Two', 'h4 Three', 'h6 Six', 'h1 quoted stays']);
  });
  test('what looks like a heading in code stays code', () => {
    expect(tamed('```\n# no\n```', 2)).toBe('```\n# no\n```');
    expect(tamed('    # no', 2)).toBe('    # no');
  });
  test.each(['```ts\nconst a = 1;', '~~~~\na\n~~~', '````\n```\n'])(
    'a block that is never closed is closed: %j',
    (text) => {
      expect(reader.parse(`${tamed(text, 2)}\n\nAfter`, {}).at(-2)?.content).toBe('After');
    },
  );
  test('HTML is the text it was, in code it is left as it is', () => {
    expect(tamed('<script>alert(1)</script> `<b>` ``a ` <i>`` <https://example.com> 1 < 2', 2)).toBe(
      '\\<script>alert(1)\\</script> `<b>` ``a ` <i>`` <https://example.com> 1 < 2',
    );
    for (const text of [
      '<!-- ',
      '<details><summary>x',
      '<pre>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:x">',
    ]) {
      const html = reader.render(`${tamed(text, 2)}\n\nAfter`);
      expect(html).toContain('<p>After</p>');
      expect(html).toContain(reader.utils.escapeHtml(text.trim().split(' ')[0] ?? ''));
    }
  });
  test('a terminal’s orders are left out', () =>
    expect(tamed('\u001b[31mred\u001b[0m \u202Eevil', 0)).toBe('red evil'));
});

test('a fence is longer than any in the text', () => {
  for (const text of ['a', '```\na\n```', '`````', '``` and ````````']) {
    const [token, ...others] = reader.parse(fenced(text, 'sh'), {});
    expect([token?.type, token?.content, others.length]).toEqual(['fence', `${text}\n`, 0]);
  }
});

test('words and code are what they say, whatever is in them', () => {
  for (const text of ['a`b', '``', '`a`', 'a `` b ` c', ' \n a']) {
    const html = reader.renderInline(codeSpan(text));
    expect(html).toBe(`<code>${text.replace(/\s+/g, ' ').trim()}</code>`);
  }
  for (const text of ['*a* _b_ `c` [d](e) <f> | g', '# h', '~~i~~', '\\j']) {
    expect(reader.renderInline(words(text))).toBe(reader.utils.escapeHtml(text));
  }
});

describe('a session', () => {
  test('has a heading for each turn, a line for each call and its output in a fence', async () => {
    const exports = new Exports();
    const script = exports.script({ cwd: '/home/dev/x' });
    script.prompt('Look at *this*');
    script.model([{ type: 'thinking', thinking: 'Hm.', signature: 'x' }]);
    script.result(script.call('Bash', { command: 'npm test' }), 'has ``` in it', {
      toolUseResult: { stdout: 'has ``` in it', stderr: '' },
    });
    script.result(script.call('Edit', { file_path: '/home/dev/x/a.ts', old_string: 'a', new_string: 'b' }), 'ok');
    script.answer('# Done\n\nAll of it.');
    script.prompt('Second line\ncomes second');
    script.attachment('hook_success', { hookName: 'Stop', command: 'x', stdout: 'y' });
    await exports.add(script);

    const text = await exports.session(script.session, 'md');
    expect(headings(text)).toEqual([
      'h1 Look at \\*this\\*',
      'h2 1. Look at \\*this\\*',
      'h3 Done',
      'h2 2. Second line',
    ]);
    expect(text).toContain('*Thought*\n\n> Hm.\n');
    expect(text).toContain('**Bash** `npm test` · 1 s\n\n````\nhas ``` in it\n````\n');
    expect(text).toContain('**Edit** `a.ts` · +1 −1 · 1 s\n\n```diff\n@@ -1 +1 @@\n-a\n+b\n```\n');
    expect(text).toContain('> Second line  \n> comes second\n');
    expect(text).toContain('*1 note of the client (hooks, reminders, context) left out.*');
    expect(text).toMatch(/\| Project \| \/home\/dev\/x \|/);

    const bare = await exports.session(script.session, 'md', { thinking: false, toolOutput: false });
    expect(bare).not.toContain('Hm.');
    expect(bare).toContain('**Bash** `npm test` · 1 s\n\n**Edit**');
    exports.close();
  });
});
