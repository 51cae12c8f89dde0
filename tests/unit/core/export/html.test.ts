import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { branchesId, writeBranches } from '../../../support/gallery/branches.ts';
import { everythingId, writeEverything } from '../../../support/gallery/everything.ts';
import { hostileId, writeHostile } from '../../../support/gallery/hostile.ts';
import { Exports } from './support.ts';

let exports: Exports;
beforeAll(async () => {
  exports = new Exports();
  for (const write of [writeEverything, writeHostile, writeBranches]) write(exports.indexing.root);
  await exports.indexing.run();
});
afterAll(() => exports.close());

/** Every tag that is not text, by name with its attributes. */
const tags = (html: string) =>
  [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g)].map(([, name, rest]) => ({ name, rest }));
const allowed = new Set(
  (
    'a b blockquote body br code dd del details div dl dt em fieldset footer h1 h2 h3 h4 h5 h6 head header hr html i img ' +
    'input ins label legend li main meta nav ol p pre s section span strong style summary table tbody td th thead time ' +
    'title tr ul'
  ).split(' '),
);

describe.each([
  ['one of everything', everythingId],
  ['what tried to be more than text', hostileId],
])('a page of %s', (_, id) => {
  test('holds no script, no handler and nothing to be fetched', async () => {
    const html = await exports.session(id, 'html');
    for (const { name = '', rest = '' } of tags(html)) {
      expect(allowed, name).toContain(name);
      expect(rest).not.toMatch(/\son\w+\s*=|javascript:|vbscript:|\sstyle=/i);
      if (name === 'img')
        expect(rest).toMatch(/^ src="data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+" alt="Picture"$/);
      else expect(rest).not.toMatch(/\ssrc=/);
      const [, href] = /\shref="([^"]*)"/.exec(rest) ?? [];
      if (href !== undefined) expect(href).toMatch(/^(https?:\/\/|mailto:|#c\d)/);
    }
  });

  test('lets nothing run or load, by its own policy', async () => {
    const html = await exports.session(id, 'html');
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'"`,
    );
    expect(style).not.toMatch(/url\(|@import/);
  });

  test('leads from its contents to what is there', async () => {
    const html = await exports.session(id, 'html');
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, one]) => one));
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, to]) => to);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((to) => !ids.has(to ?? ''))).toEqual([]);
  });
});

test('hostile words are shown as they are', async () => {
  const html = await exports.session(hostileId, 'html');
  expect(html).toContain('<title>Hostile &lt;img src=x onerror=alert(16)&gt;</title>');
  expect(html).toContain('&lt;script&gt;document.title = &quot;owned&quot;&lt;/script&gt;');
  expect(html).not.toContain('<svg');
  expect(html).not.toContain('\u202E');
});

test('calls unfold to what they did, thinking is folded, and how it ended is told', async () => {
  const html = await exports.session(everythingId, 'html');
  expect(html).toMatch(/<details[^>]*class="fold thinking short"><summary><b>Thought<\/b>/);
  expect(html).toMatch(/<b>Edit<\/b> <code>src\/tide\.ts<\/code><span class="trail"><ins>\+5<\/ins> <del>−3<\/del>/);
  expect(html).toContain('<del>−   const day = moment.<b>getDay</b>();\n</del>');
  expect(html).toContain('<span class="bad">exit 1</span>');
  expect(html).toContain('<span class="t-red">FAIL</span>');
  expect(html).toContain('<span class="hljs-keyword">const</span>');
  expect(html).toMatch(/<a href="#c1">The transcript of this subagent<\/a>/);
});

test('an option leaves out what it says, and no more', async () => {
  const whole = await exports.session(everythingId, 'html');
  expect(whole).toContain('data:image/png;base64,');
  const bare = await exports.session(everythingId, 'html', {
    ...{ thinking: false, toolOutput: false, images: false, subagents: false },
  });
  for (const gone of ['>Thought<', 'class="t-red"', 'data:image', 'Subagent: ', '<pre class="diff"']) {
    expect(whole, gone).toContain(gone);
    expect(bare, gone).not.toContain(gone);
  }
  for (const kept of ['<b>Bash</b>', 'What changed', 'Which zone should the table use?', 'Move the clock to UTC']) {
    expect(bare, kept).toContain(kept);
  }
});

test('for paper everything is unfolded but what the client noted', async () => {
  const html = await exports.session(everythingId, 'html', { unfolded: true });
  const folds = tags(html).filter(({ name }) => name === 'details');
  expect(folds.filter(({ rest = '' }) => !rest.endsWith(' open') && !/noted|wrong/.test(rest))).toEqual([]);
});

test('what a rewind left behind is told, not shown', async () => {
  const html = await exports.session(branchesId, 'html');
  expect(html).toMatch(/\d+ entries that a rewind left behind are not shown\./);
  const { sessions } = JSON.parse(await exports.session(branchesId, 'json')) as {
    sessions: { entries: { branch: number; text: string }[] }[];
  };
  const [left] = sessions[0]?.entries.filter(({ branch }) => branch > 0) ?? [];
  expect(html).not.toContain(left?.text);
});

test('the home of whoever ran it is hidden everywhere', async () => {
  for (const format of ['html', 'md', 'json'] as const) {
    const whole = await exports.session(everythingId, format);
    expect(whole).toContain('/home/dev');
    const hidden = await exports.session(everythingId, format, { hideHome: true });
    expect(hidden).not.toContain('/home/dev');
    expect(hidden).toContain('~/gallery');
  }
  expect((await exports.plan({ what: 'sessions', sessions: [everythingId] })).homes).toEqual(['/home/dev']);
});
