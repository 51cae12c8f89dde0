import type { createLowlight } from 'lowlight';
import { languageNamed } from '../../../../shared/text/languages.ts';

type Lowlight = ReturnType<typeof createLowlight>;
type Node = ReturnType<Lowlight['highlight']>['children'][number];

/** Longer code is read for something else than its beauty. */
const longest = 20_000;
let lowlight: Lowlight | null = null;

/** Grammars take a moment to load, which only those who export a page should wait for. */
export async function loadColours(): Promise<void> {
  if (lowlight) return;
  const { common, createLowlight } = await import('lowlight');
  lowlight = createLowlight(common);
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Any text as HTML. */
export const asHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** Code as HTML, in its language's colours where that is known. */
export function coloured(code: string, language: string): string {
  if (!lowlight?.registered(language) || code.length > longest) return asHtml(code);
  return lowlight.highlight(language, code).children.map(htmlOf).join('');
}

function htmlOf(node: Node): string {
  if (node.type === 'text') return asHtml(node.value);
  if (node.type !== 'element') return '';
  const inner = node.children.map(htmlOf).join('');
  const { className } = node.properties;
  return Array.isArray(className) ? `<span class="${asHtml(className.join(' '))}">${inner}</span>` : inner;
}

const fences = /<pre><code class="language-([^"]+)">([^]*?)<\/code><\/pre>/g;
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The same HTML of markdown with its blocks of code in colours. */
export const withColours = (html: string) =>
  html.replace(fences, (_, name: string, code: string) => {
    const text = code.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
    return `<pre><code>${coloured(text, languageNamed(name))}</code></pre>`;
  });
