import DOMPurify from 'dompurify';
import { htmlOf } from '../../shared/text/markdown.ts';

const tags =
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong table tbody td th thead tr ul'.split(' ');
const attributes = 'href title target rel class start role aria-label'.split(' ');
const kept = 200;
const known = new Map<string, string>();

/** Markdown as HTML that may be put into the page: made without any HTML of the text's own, then sanitised. */
export function safeHtml(text: string, typed: boolean): string {
  const key = `${typed ? 't' : ' '}${text}`;
  const html =
    known.get(key) ??
    DOMPurify.sanitize(htmlOf(text, typed), {
      ALLOWED_TAGS: tags,
      ALLOWED_ATTR: attributes,
      ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
      ALLOW_DATA_ATTR: false,
      ADD_ATTR: ['target'],
    });
  known.delete(key);
  known.set(key, html);
  const [oldest] = known.keys();
  if (known.size > kept && oldest !== undefined) known.delete(oldest);
  return html;
}
