import { common, createLowlight } from 'lowlight';
import type { Coloured, HighlightRequest, Token } from './highlight.ts';

const lowlight = createLowlight(common);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Runs of text, each with the classes of its innermost element, cut into lines. */
function linesOf(nodes: readonly Node[]): Coloured {
  const lines: Token[][] = [[]];
  const walk = (node: Node, style: string): void => {
    if (node.type === 'element') {
      const { className } = node.properties;
      const own = Array.isArray(className) ? className.join(' ') : style;
      for (const child of node.children) walk(child, own);
    } else if (node.type === 'text') {
      for (const [nth, text] of node.value.split('\n').entries()) {
        if (nth > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push([style, text]);
      }
    }
  };
  for (const node of nodes) walk(node, '');
  return lines;
}

self.addEventListener('message', ({ data: { id, language, text } }: MessageEvent<HighlightRequest>) => {
  const known = lowlight.registered(language);
  self.postMessage({ id, lines: known ? linesOf(lowlight.highlight(language, text).children) : null });
});
