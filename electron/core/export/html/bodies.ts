import type { Body, BodyOf, Hunk, Part } from '../../../../shared/detail.ts';
import { duration } from '../../../../shared/text/amounts.ts';
import { unified, type Line } from '../../../../shared/text/diff.ts';
import { languageOf } from '../../../../shared/text/languages.ts';
import { counted } from '../words.ts';
import { code, escaped, more, output, prose, quiet } from './text.ts';

const part = ({ text }: Part, style = '') => (text.trim() === '' ? '' : output(text, style));

/** What unfolds under a line, by what kind of thing it is. */
export function bodyHtml(body: Body): string {
  switch (body.type) {
    case 'diff':
      return diff(body.hunks) + more(body.more, 'lines');
    case 'file':
      return body.text.text.trim() === '' ? '' : code(body.text.text, languageOf(body.path));
    case 'shell':
      return shell(body);
    case 'matches':
      return list(body.files) + more(body.more, 'files') + (body.text ? part(body.text) : '');
    case 'todos':
      return todos(body);
    case 'questions':
      return body.questions.map(question).join('');
    case 'plan':
      return prose(body.text.text);
    case 'links':
      return links(body);
    case 'agent':
      return agent(body);
    case 'fields':
      return fields(body);
    case 'hook':
      return list(body.commands.map(({ command }) => command)) + part(body.output);
    case 'record':
      return code(body.json.text, 'json');
    case 'compaction':
    case 'failure':
      return '';
  }
}

const list = (items: readonly string[]) =>
  items.length === 0 ? '' : `<ul class="list">${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;

const marks = { same: ' ', out: '−', in: '+' } as const;
const tags = { same: 'span', out: 'del', in: 'ins' } as const;

function diff(hunks: readonly Hunk[]): string {
  const lines = unified(hunks).map((line) =>
    line.kind === 'gap' ? `<i>${counted(line.lines, 'line')} between</i>` : diffLine(line),
  );
  return lines.length === 0 ? quiet('No change') : `<pre class="diff">${lines.join('')}</pre>`;
}

function diffLine({ kind, pieces }: Line): string {
  const text = pieces.map(({ text, changed }) => (changed ? `<b>${escaped(text)}</b>` : escaped(text))).join('');
  return `<${tags[kind]}>${marks[kind]} ${text}\n</${tags[kind]}>`;
}

function shell({ command, description, stdout, stderr, exit, interrupted, background }: BodyOf<'shell'>): string {
  const silent = stdout.text.trim() === '' && stderr.text.trim() === '';
  return [
    quiet(description ?? ''),
    code(command, 'bash', 'command'),
    part(stdout),
    part(stderr, 'problem'),
    silent ? quiet(background === null ? 'No output' : `Runs in the background as ${background}`) : '',
    interrupted ? quiet('Stopped before it ended') : '',
    exit ? quiet(`Exit code ${exit}`) : '',
  ].join('');
}

const stages = { pending: 'To do', in_progress: 'Doing', completed: 'Done', deleted: 'Dropped' } as const;

function todos({ items }: BodyOf<'todos'>): string {
  const rows = items.map(
    ({ text, stage }) => `<li class="${stage}"><span>${stages[stage]}</span> ${escaped(text)}</li>`,
  );
  return `<ul class="todos">${rows.join('')}</ul>`;
}

function question({ question, options, answer }: BodyOf<'questions'>['questions'][number]): string {
  const rows = options.map(({ label, description, chosen }) => {
    const words = description === null ? '' : ` <span>${escaped(description)}</span>`;
    return `<li${chosen ? ' class="chosen"' : ''}>${chosen ? '✓ ' : ''}${escaped(label)}${words}</li>`;
  });
  const own = answer === null ? '' : `<p>${escaped(answer)}</p>`;
  return `<div class="question"><p>${escaped(question)}</p><ul>${rows.join('')}</ul>${own}</div>`;
}

const outside = /^https?:\/\//i;

export function link(url: string, words: string): string {
  if (!outside.test(url)) return `${escaped(words)} <span class="address">${escaped(url)}</span>`;
  const href = escaped(url);
  return `<a href="${href}" title="${href}" target="_blank" rel="noopener noreferrer">${escaped(words)}</a>`;
}

function links({ links: found, prompt, text }: BodyOf<'links'>): string {
  const rows = found.map(({ title, url }) => `<li>${link(url, title)}</li>`);
  const hits = rows.length === 0 ? '' : `<ul class="list">${rows.join('')}</ul>`;
  return hits + quiet(prompt ?? '') + (text.text.trim() === '' ? '' : prose(text.text));
}

function agent({ agent: type, model, status, prompt, answer, tokens, ms, tools }: BodyOf<'agent'>): string {
  const facts = [
    type,
    model,
    status,
    tokens === null ? null : counted(tokens, 'token'),
    tools === null ? null : counted(tools, 'call'),
    ms === null ? null : duration(ms),
  ];
  const parts = [
    ['Task', prompt.text],
    ['Answer', answer.text],
  ].filter(([, text]) => text?.trim());
  const said = parts.map(([name = '', text = '']) => `<p class="label">${name}</p>${prose(text)}`);
  return quiet(facts.filter(Boolean).join(' · ')) + said.join('');
}

function fields({ fields: list, output: result }: BodyOf<'fields'>): string {
  const rows = list.map(({ name, value }) => `<dt>${escaped(name)}</dt><dd>${escaped(value.text)}</dd>`);
  const table = rows.length === 0 ? '' : `<dl class="fields">${rows.join('')}</dl>`;
  return table + (result ? part(result) : '');
}
