import { resolve } from 'node:path';
import type { Bookmark } from '../../../shared/library.ts';
import { bookmarkNamed, printBookmarks, readText, writePrivate } from '../bookmarks.ts';
import { UsageError, wholeNumber, type Command, type Invocation } from '../command.ts';
import { spotOf } from '../spot.ts';
import { counted, harmless, printJson, printLine } from '../terminal.ts';

interface Verb {
  readonly usage: string;
  /** How many arguments it takes. */
  readonly args: readonly [least: number, most: number];
  /** Flags of its own. */
  readonly options?: readonly string[];
  run(invocation: Invocation): Promise<void>;
}

const verbs: Readonly<Record<string, Verb>> = {
  add: {
    usage: 'SESSION[:LINE[-LINE]] [--note TEXT] [--tag T]…',
    args: [1, 1],
    options: ['note', 'tag'],
    async run({ client, json, args: [text = ''], options: { note, tag } }) {
      const told = {
        ...(typeof note === 'string' ? { note } : {}),
        ...(typeof tag === 'object' ? { tags: [...tag] } : {}),
      };
      const added = await client.call('bookmarks.add', { spot: await spotOf(client, text), ...told });
      printBookmarks([added], json);
    },
  },
  remove: {
    usage: 'BOOKMARK…',
    args: [1, Infinity],
    async run({ client, json, args }) {
      const bookmarks: Bookmark[] = [];
      for (const name of args) bookmarks.push(await bookmarkNamed(client, name));
      const { removed } = await client.call('bookmarks.remove', { ids: bookmarks.map(({ id }) => id) });
      if (json) return printJson({ removed, bookmarks });
      printLine(`Removed ${counted(removed, 'bookmark')}.`);
    },
  },
  list: {
    usage: '[--tag T] [--limit N] [QUERY]',
    args: [0, Infinity],
    options: ['tag', 'limit'],
    async run({ client, json, args, options }) {
      const { tag, ...rest } = options;
      const tags = typeof tag === 'object' ? tag : [];
      if (tags.length > 1) throw new UsageError('bookmark list takes one --tag.');
      const limit = wholeNumber(rest, 'limit', 1000, 1000);
      const asked = { query: args.join(' '), limit, ...(tags[0] === undefined ? {} : { tag: tags[0] }) };
      const { total, bookmarks } = await client.call('bookmarks.list', asked);
      printBookmarks(bookmarks, json, total);
    },
  },
  tag: {
    usage: 'BOOKMARK TAG…',
    args: [2, Infinity],
    async run({ client, json, args: [name = '', ...tags] }) {
      const before = await bookmarkNamed(client, name);
      printBookmarks([await client.call('bookmarks.change', { id: before.id, tags: [...before.tags, ...tags] })], json);
    },
  },
  note: {
    usage: 'BOOKMARK TEXT',
    args: [2, Infinity],
    async run({ client, json, args: [name = '', ...words] }) {
      const { id } = await bookmarkNamed(client, name);
      printBookmarks([await client.call('bookmarks.change', { id, note: words.join(' ') })], json);
    },
  },
  export: {
    usage: '[--out FILE]',
    args: [0, 0],
    options: ['out'],
    async run({ client, json: asJson, options: { out } }) {
      const { json } = await client.call('library.export', {});
      if (typeof out !== 'string') return printLine(json);
      const file = resolve(out);
      writePrivate(file, json);
      if (asJson) return printJson({ file });
      printLine(`Written to ${harmless(file)}`);
    },
  },
  import: {
    usage: 'FILE',
    args: [1, 1],
    async run({ client, json, args: [file = ''] }) {
      const counts = await client.call('library.import', { json: readText(resolve(file)) });
      if (json) return printJson(counts);
      printLine(`${counts.added} added, ${counts.known} known already.`);
    },
  },
};

const usage = Object.entries(verbs).map(([name, verb]) => `turnstone bookmark ${name} ${verb.usage}`);

export const bookmark: Command = {
  usage: `${Object.keys(verbs).join('|')} …`,
  summary: 'Bookmark sessions, lines and stretches; tag and note them; copy them to another machine',
  details: [...usage, 'A bookmark is named by its number or its place: SESSION[:LINE[-LINE]].'].join('\n'),
  options: {
    note: { type: 'string' },
    tag: { type: 'string', multiple: true },
    out: { type: 'string' },
    limit: { type: 'string' },
  },
  args: [0, Infinity],
  refresh: true,
  async run({ args: [name = '', ...args], options, ...rest }) {
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (!verb) throw new UsageError(`bookmark takes one of ${Object.keys(verbs).join(', ')}, not “${name}”.`);
    const [least, most] = verb.args;
    const stray = Object.keys(bookmark.options ?? {}).find(
      (flag) => options[flag] !== undefined && !verb.options?.includes(flag),
    );
    if (args.length < least || args.length > most || stray !== undefined) {
      throw new UsageError(`Usage: turnstone bookmark ${name} ${verb.usage}`);
    }
    await verb.run({ ...rest, args, options });
  },
};
