import { copyText } from './copy.ts';
import { highlighter, type Token } from './highlight.ts';
import { languageNamed } from '../../shared/text/languages.ts';

const saidFor = 1_500;

/** Gives each block of code in a piece of prose its colours and a button to copy it. */
export function dressCode(prose: Element): void {
  for (const block of prose.querySelectorAll('pre > code')) {
    const pre = block.parentElement;
    if (!pre || pre.parentElement?.className === 'fenced') continue;
    const frame = document.createElement('div');
    frame.className = 'fenced';
    pre.replaceWith(frame);
    frame.append(pre, copyButton(block.textContent ?? ''));
    pre.tabIndex = 0;
    const name = /language-(\S+)/.exec(block.className)?.[1];
    if (name) void colour(block, languageNamed(name));
  }
}

function copyButton(code: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const say = (what: string): void => {
      button.textContent = what;
      setTimeout(() => (button.textContent = 'Copy'), saidFor);
    };
    copyText(code.replace(/\n$/, '')).then(
      () => say('Copied'),
      () => say('Not copied'),
    );
  });
  return button;
}

async function colour(block: Element, language: string): Promise<void> {
  const lines = await highlighter.highlight(language, block.textContent ?? '');
  if (!lines) return;
  block.replaceChildren(...lines.flatMap(nodesOf));
}

function nodesOf(line: readonly Token[], nth: number): (string | Element)[] {
  const nodes = line.map(([style, text]) => {
    if (style === '') return text;
    const span = document.createElement('span');
    span.className = style;
    span.textContent = text;
    return span;
  });
  return nth > 0 ? ['\n', ...nodes] : nodes;
}
