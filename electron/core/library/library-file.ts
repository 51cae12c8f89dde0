import * as v from 'valibot';
import { AppError } from '../../../shared/errors.ts';
import { tagColours } from '../../../shared/library.ts';
import { kindSchema, roleSchema } from '../../../shared/schemas.ts';
import { storable } from '../ingest/normalise/block.ts';

export const fileVersion = 1;

const most = 100_000;
const longest = 1_000;
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = (length: number) => v.pipe(v.string(), v.maxLength(length), v.transform(storable));
const name = v.pipe(text(80), v.trim(), v.minLength(1));
const note = text(20_000);

const anchor = v.object({
  uuid: v.nullable(text(longest)),
  block: whole,
  position: whole,
  line: whole,
  kind: kindSchema,
  role: roleSchema,
  time: v.nullable(v.pipe(v.number(), v.safeInteger())),
});
const place = v.pipe(
  v.object({
    sessionId: v.pipe(text(longest), v.minLength(1)),
    file: text(10_000),
    project: text(10_000),
    family: v.nullable(text(longest)),
    agent: v.nullable(text(longest)),
    scope: v.picklist(['session', 'entry', 'span']),
    first: v.nullable(anchor),
    last: v.nullable(anchor),
    title: v.nullable(text(10_000)),
    excerpt: v.nullable(text(longest)),
  }),
  v.check(
    ({ scope, first, last }) => (first === null) === (scope === 'session') && (last === null) === (scope !== 'span'),
    'A session has no entries, an entry one, a span two.',
  ),
);

const libraryFile = v.object({
  turnstone: v.literal('library'),
  version: v.literal(fileVersion),
  bookmarks: v.pipe(
    v.array(v.object({ place, note, tags: v.pipe(v.array(name), v.maxLength(50)), created: whole, changed: whole })),
    v.maxLength(most),
  ),
  tags: v.pipe(v.array(v.object({ name, colour: v.picklist(tagColours) })), v.maxLength(most)),
  searches: v.pipe(v.array(v.object({ name, query: text(100_000), badge: v.boolean() })), v.maxLength(most)),
  collections: v.pipe(
    v.array(v.object({ name, note, changed: whole, items: v.pipe(v.array(place), v.maxLength(most)) })),
    v.maxLength(most),
  ),
});
export type LibraryFile = v.InferOutput<typeof libraryFile>;

const head = v.object({ turnstone: v.literal('library'), version: whole });

/** Takes nothing on trust: the file may come from anywhere. */
export function readLibraryFile(json: string): LibraryFile {
  const value = parse(json);
  const known = v.safeParse(head, value);
  if (!known.success) throw new AppError('bad_input', 'This is no library that Turnstone has exported.');
  if (known.output.version > fileVersion) {
    throw new AppError('too_new', 'This library was exported by a newer Turnstone. Update Turnstone to import it.');
  }
  const result = v.safeParse(libraryFile, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const where = v.getDotPath(issue);
  const why = issue.type === 'check' ? issue.message : 'what is there is nothing that Turnstone writes.';
  throw new AppError('bad_input', `This library is damaged${where ? ` at ${where}` : ''}: ${why}`);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new AppError('bad_input', 'This is no JSON, so no library that Turnstone has exported.');
  }
}
