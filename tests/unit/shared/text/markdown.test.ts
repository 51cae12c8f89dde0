import { expect, test } from 'vitest';
import { htmlOf } from '../../../../shared/text/markdown.ts';

const answer = (text: string) => htmlOf(text, false);
const prompt = (text: string) => htmlOf(text, true);

test('HTML in a text stays text', () => {
  expect(answer('<script>alert(1)</script> <b>x</b>')).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;x&lt;/b&gt;</p>\n',
  );
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'JAVASCRIPT:x',
  'about:blank',
])('a link to %s is no link', (address) => {
  expect(answer(`[click](${address})`)).not.toContain('<a');
  expect(answer(`<${address}>`)).not.toContain('<a');
});

test('a link out says where it leads and opens outside', () => {
  expect(answer('[a](https://example.com/?q="x")')).toBe(
    '<p><a href="https://example.com/?q=%22x%22" title="https://example.com/?q=%22x%22" target="_blank" rel="noopener noreferrer">a</a></p>\n',
  );
  expect(answer('see https://example.com/x')).toContain('<a href="https://example.com/x"');
  expect(answer('[mail](mailto:a@example.com)')).toContain('href="mailto:');
});

test('a path within the project is named, not linked; a file name is no host name', () => {
  expect(answer('[tide](src/tide.ts#L3)')).toBe('<p><span class="reference" title="src/tide.ts#L3">tide</span></p>\n');
  expect(answer('[x](//evil.example/x)')).not.toContain('href');
  expect(answer('Read README.md and a@b.c')).toBe('<p>Read README.md and a@b.c</p>\n');
});

test('a picture becomes its name and address', () => {
  const html = answer('![a <b>](https://example.com/p.png)');
  expect(html).not.toContain('<img');
  expect(html).toContain('a &lt;b&gt; <span class="address">https://example.com/p.png</span>');
});

test('tables are aligned by class, tasks have boxes', () => {
  const table = answer('| a | b |\n|--:|:-:|\n| 1 | 2 |');
  expect(table).not.toContain('style=');
  expect(table).toContain('<td class="right">1</td>');
  expect(table).toContain('<td class="center">2</td>');
  const tasks = answer('- [x] done\n- [ ] open\n- plain');
  expect(tasks).toContain('<li class="task done"><span class="box" role="img" aria-label="Done"></span>done</li>');
  expect(tasks).toContain('<li class="task"><span class="box" role="img" aria-label="To do"></span>open</li>');
  expect(tasks).toContain('<li>plain</li>');
});

test('what a person types keeps its lines and is no heading', () => {
  expect(prompt('# not a heading\nsecond\n---')).toBe('<p># not a heading<br>\nsecond<br>\n---</p>\n');
  expect(prompt('    indented')).not.toContain('<pre>');
  expect(prompt('```\ncode\n```')).toContain('<pre>');
});
