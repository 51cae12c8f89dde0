import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFormats } from '../../../../shared/export.ts';
import { piecesOf, plantedSecrets, type Planted } from '../../../support/planted-secrets.ts';
import type { Script } from '../../../support/script.ts';
import { coloured, numbered } from '../../../support/secret-places.ts';
import { Exports, readingsOf } from './support.ts';

const planted = plantedSecrets();
const pieces = planted.flatMap(piecesOf);

/** Says it in every way that a transcript can say something. */
function plant(script: Script, { text }: Planted): void {
  const lines = text.split('\n');
  script.prompt(`Use this: ${text}`);
  script.model([{ type: 'thinking', thinking: `I was given ${text}`, signature: 'c2ln' }]);
  script.answer(`Here it is:\n\n\`\`\`\n${text}\n\`\`\`\n\nand **${lines[0] ?? ''}** in bold`);
  const call = (tool: string, input: Record<string, unknown>, content: string, data?: unknown) =>
    script.result(script.call(tool, input), content, data === undefined ? {} : { toolUseResult: data });
  call('Bash', { command: `echo '${text}'`, description: text }, coloured(text), {
    stdout: coloured(text),
    stderr: text,
  });
  call('Read', { file_path: '/home/dev/x/.env' }, numbered(text));
  call('Edit', { file_path: '/home/dev/x/.env', old_string: '', new_string: text }, 'ok', {
    originalFile: text,
    structuredPatch: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: lines.map((line) => `+${line}`) }],
  });
  call('Write', { file_path: `/home/dev/x/${lines[0] ?? ''}`, content: text }, 'ok');
  call('mcp__vault__put', { entry: { note: text, list: [text] } }, text);
  call('Task', { description: text, prompt: text, subagent_type: 'general-purpose' }, text, { content: text });
  call('WebFetch', { url: `https://example.com/?q=${encodeURI(lines[0] ?? '')}`, prompt: text }, text, {
    result: text,
  });
  call('AskUserQuestion', { questions: [{ question: text, options: [{ label: text, description: text }] }] }, text);
  call('ExitPlanMode', { plan: text }, 'ok');
  call('TodoWrite', { todos: [{ content: text, status: 'pending' }] }, 'ok');
  script.attachment('hook_success', { hookName: 'Stop', command: text, stdout: text, content: text });
  script.attachment('file', { filename: 'a', content: { file: { filePath: 'a', content: text } } });
  script.chain('seance', { html: text });
}

let exports: Exports;
let script: Script;
beforeAll(async () => {
  exports = new Exports();
  script = exports.script();
  for (const secret of planted) plant(script, secret);
  script.flat('custom-title', { customTitle: `The key is ${planted[0]?.value ?? ''}` });
  await exports.add(script);
});
afterAll(() => exports.close());

test('there is something to be found', async () => {
  expect(planted.length).toBeGreaterThanOrEqual(40);
  const content = await exports.session(script.session, 'json', { redactSecrets: false });
  expect(pieces.filter((piece) => !content.includes(JSON.stringify(piece).slice(1, -1)))).toEqual([]);
});

describe.each(exportFormats)('as %s', (format) => {
  test('none of the planted secrets is in a redacted export, wherever it was', async () => {
    const parts = await exports.parts({ what: 'sessions', sessions: [script.session] }, format);
    const found = readingsOf(parts.map(({ content }) => content).join(''));
    expect(pieces.filter((piece) => found.some((text) => text.includes(piece)))).toEqual([]);
    expect(parts.at(-1)?.redacted).toBeGreaterThanOrEqual(planted.length);
    expect(parts[0]?.name).not.toContain(planted[0]?.value ?? '-');
  });
});

test('a plan knows how many there are', async () => {
  const { secrets } = await exports.plan({ what: 'sessions', sessions: [script.session] }, true);
  expect(secrets).toBeGreaterThanOrEqual(planted.length);
});

describe('of a few entries', () => {
  const password = 'swordfish7K';
  let session: string;
  beforeAll(async () => {
    const told = exports.script({ cwd: '/home/dev/x' });
    told.prompt(`DB_PASSWORD=${password}`);
    told.answer(`It is ${password} now.`);
    told.answer('Nothing else.');
    told.flat('custom-title', { customTitle: 'A title' });
    await exports.add(told);
    session = told.session;
  });
  const subject = (...positions: number[]) => ({ what: 'entries' as const, session, positions });

  test('what the rest of the transcript tells is taken out', async () => {
    for (const format of exportFormats) expect(await exports.document(subject(1), format)).not.toContain(password);
  });
  test('only what is taken out of them is counted', async () => {
    expect((await exports.plan(subject(1), true)).secrets).toBe(1);
    expect((await exports.plan(subject(2), true)).secrets).toBe(0);
    expect((await exports.parts(subject(1), 'md')).at(-1)?.redacted).toBe(1);
  });
});
