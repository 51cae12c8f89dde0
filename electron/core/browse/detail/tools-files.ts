import { asCount, asList, asObject, asText } from '../../ingest/parse.ts';
import { field, type Call, type Show } from './call.ts';
import { changed, diffBody, hunksBetween, keptHunks, linesOf } from './patch.ts';
import { partOf, titleOf } from './part.ts';

const pathOf = ({ input, result }: Call) =>
  field(input, 'file_path', 'notebook_path', 'path', 'filePath') ?? field(result?.data ?? {}, 'filePath') ?? '';

/** What an edit asked for, where the client kept no patch. */
function askedFor({ input }: Call) {
  const edits = asList(input['edits']).length > 0 ? asList(input['edits']).map(asObject) : [input];
  return edits.flatMap((edit) =>
    hunksBetween(field(edit, 'old_string') ?? '', field(edit, 'new_string', 'new_source') ?? ''),
  );
}

export const edit: Show = (call) => {
  const kept = keptHunks(call.result?.data ?? {});
  const hunks = kept.length > 0 ? kept : askedFor(call);
  const path = pathOf(call);
  // What failed changed nothing: its diff is what was wanted.
  const counts = call.result?.error ? {} : changed(hunks);
  return { title: titleOf(path), ...counts, body: () => diffBody(path, hunks, call.most) };
};

export const write: Show = (call) => {
  const kept = keptHunks(call.result?.data ?? {});
  if (kept.length > 0) return edit(call);
  const path = pathOf(call);
  const content = field(call.input, 'content') ?? '';
  return {
    title: titleOf(path),
    ...(call.result?.error ? {} : { added: linesOf(content).length, removed: 0 }),
    body: () => ({ type: 'file', path, start: 1, total: null, text: partOf(content, call.most) }),
  };
};

const numbered = /^ *(\d+)(?:→|\t)/;

/** A result as the model sees it: each line with its number. */
function unnumbered(text: string): { start: number; content: string } {
  const start = Number(numbered.exec(text)?.[1] ?? 1);
  const lines = text.replace(/\n*<system-reminder>[\s\S]*$/, '').split('\n');
  return { start, content: lines.map((line) => line.replace(numbered, '')).join('\n') };
}

export const read: Show = (call) => {
  const path = pathOf(call);
  const { input, result, most } = call;
  const file = asObject(result?.data['file']);
  const from = asCount(input['offset']);
  const lines = asCount(file['numLines']) || asCount(input['limit']);
  const total = asCount(file['totalLines']);
  const partial = from > 1 || (total > 0 && lines > 0 && lines < total);
  const first = Math.max(1, from);
  const note = partial && lines > 0 ? `lines ${first}–${first + lines - 1}${total ? ` of ${total}` : ''}` : null;
  return {
    title: titleOf(path),
    note,
    body: () => {
      const kept = asText(file['content']);
      const { start, content } =
        kept === null ? unnumbered(result?.text ?? '') : { start: asCount(file['startLine']) || 1, content: kept };
      return { type: 'file', path, start, total: total || null, text: partOf(content, most) };
    },
  };
};

const mostFiles = 500;

export const search: Show = ({ tool, input, result, most }) => {
  const data = result?.data ?? {};
  const pattern = field(input, 'pattern', 'query', 'path') ?? '';
  const listed = asList(data['filenames'] ?? data['matches']).filter((name) => typeof name === 'string');
  const where = tool === 'LS' ? null : field(input, 'path', 'glob', 'include', 'type');
  const lines = asCount(data['numLines']);
  const files = asCount(data['numFiles']) || listed.length;
  const amount = lines ? plural(lines, 'line') : files ? plural(files, tool === 'ToolSearch' ? 'tool' : 'file') : null;
  return {
    title: titleOf(where ? `${pattern}  in ${where}` : pattern),
    note: amount,
    body: () => {
      const content = asText(data['content']) ?? (listed.length > 0 ? null : (result?.text ?? null));
      const shown = listed.slice(0, most > mostFiles * 100 ? listed.length : mostFiles);
      return {
        type: 'matches',
        files: content !== null ? [] : shown,
        more: content !== null ? 0 : listed.length - shown.length,
        text: content === null ? null : partOf(content, most),
      };
    },
  };
};

const plural = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;
