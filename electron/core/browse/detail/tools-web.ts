import { asList, asObject, asText } from '../../ingest/parse.ts';
import { field, type Show } from './call.ts';
import { partOf, titleOf } from './part.ts';

const mostLinks = 100;

function linksIn(value: unknown, depth = 0): { title: string; url: string }[] {
  if (depth > 6) return [];
  if (Array.isArray(value)) return value.flatMap((item) => linksIn(item, depth + 1));
  const one = asObject(value);
  const url = asText(one['url']);
  if (url !== null) return [{ title: field(one, 'title') ?? url, url }];
  return one['content'] === undefined ? [] : linksIn(one['content'], depth + 1);
}

/** The list of hits as the model sees it, in the middle of the text. */
const embedded = /^Links: (\[.*\])$/m;

function linksInText(text: string) {
  try {
    return linksIn(JSON.parse(embedded.exec(text)?.[1] ?? '[]'));
  } catch {
    return [];
  }
}

export const webSearch: Show = ({ input, result, most }) => {
  const query = field(input, 'query') ?? field(result?.data ?? {}, 'query');
  const text = result?.text ?? '';
  const kept = linksIn(result?.data['results']);
  const links = (kept.length > 0 ? kept : linksInText(text)).slice(0, mostLinks);
  const words = asList(result?.data['results']).filter((part) => typeof part === 'string');
  return {
    title: titleOf(query),
    note: links.length > 0 ? `${links.length} ${links.length === 1 ? 'result' : 'results'}` : null,
    body: () => ({
      type: 'links',
      links,
      prompt: null,
      text: partOf(words.length > 0 ? words.join('\n\n') : text.replace(embedded, '').trim(), most),
    }),
  };
};

export const webFetch: Show = ({ input, result, most }) => {
  const url = field(input, 'url') ?? field(result?.data ?? {}, 'url') ?? '';
  const code = result?.data['code'];
  return {
    title: titleOf(url),
    note:
      typeof code === 'number'
        ? `${code}${titleOf(asText(result?.data['codeText'])) ? ` ${asText(result?.data['codeText'])}` : ''}`
        : null,
    body: () => ({
      type: 'links',
      links: url === '' ? [] : [{ title: url, url }],
      prompt: field(input, 'prompt'),
      text: partOf(asText(result?.data['result']) ?? result?.text, most),
    }),
  };
};
