import { kinds, roles } from '../schemas.ts';

/** How the value of a field is read. All but text, date, age and tokens are closed lists. */
type Reads = 'text' | 'choice' | 'is' | 'has' | 'date' | 'age' | 'tokens' | 'sort';

/** One row of the help: what to type, what it does, an example. */
export interface Operator {
  readonly name: string;
  readonly hint: string;
  readonly example: string;
}

const unexplained = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, '']));

const isValues = {
  bookmarked: 'kept by you',
  live: 'running now',
  subagent: 'done by a subagent',
  error: 'went wrong',
  deleted: 'its transcript is gone from disk',
  fork: 'branched off another session',
  ghost: 'nothing is left of it but its prompts',
};
const hasValues = {
  image: 'a picture',
  diff: 'a change to a file',
  todo: 'a list of tasks',
  thinking: 'thoughts before the answer',
  secret: 'something like a key or a password',
  pr: 'a pull request',
  plan: 'a plan',
};
const sortValues = { newest: 'latest first', oldest: 'earliest first', relevance: 'best match first' };
const dates = unexplained([
  ...['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'this-year', 'last-year'],
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
]);
const ages = { '24h': '24 hours', '7d': '7 days', '2w': '2 weeks', '3m': '3 months', '1y': '1 year' };
const amounts = { '>10k': 'more than 10,000', '<1k': 'fewer than 1,000', '10k..20k': '10,000 to 20,000' };

const table = [
  { name: 'project', reads: 'text', hint: 'in this project', example: 'project:api' },
  { name: 'branch', reads: 'text', hint: 'on this git branch', example: 'branch:main' },
  { name: 'model', reads: 'text', hint: 'answered by this model', example: 'model:opus' },
  { name: 'tool', reads: 'text', hint: 'with this tool', example: 'tool:Edit,Write' },
  { name: 'role', reads: 'choice', hint: 'said by', example: 'role:user', values: unexplained(roles) },
  { name: 'kind', reads: 'choice', hint: 'this kind of entry', example: 'kind:prompt', values: unexplained(kinds) },
  { name: 'file', reads: 'text', hint: 'touching this file', example: 'file:src/app.ts' },
  { name: 'session', reads: 'text', hint: 'in the session with this id', example: 'session:0b1c2d3e' },
  { name: 'title', reads: 'text', hint: 'in sessions with this title', example: 'title:"tide test"' },
  { name: 'tag', reads: 'text', hint: 'with your tag', example: 'tag:later' },
  { name: 'note', reads: 'text', hint: 'with this in your note', example: 'note:ask' },
  { name: 'version', reads: 'text', hint: 'written by this Claude Code', example: 'version:2.1.118' },
  { name: 'is', reads: 'is', hint: 'in this state', example: 'is:bookmarked', values: isValues },
  { name: 'has', reads: 'has', hint: 'holding', example: 'has:image', values: hasValues },
  { name: 'before', reads: 'date', hint: 'before this date began', example: 'before:2026-11-18', values: dates },
  { name: 'after', reads: 'date', hint: 'once this date was over', example: 'after:2026-11', values: dates },
  { name: 'on', reads: 'date', hint: 'on this day', example: 'on:yesterday', values: dates },
  {
    name: 'during',
    reads: 'date',
    hint: 'in this day, week, month or year',
    example: 'during:last-week',
    values: dates,
  },
  { name: 'older_than', reads: 'age', hint: 'longer ago', example: 'older_than:30d', values: ages },
  { name: 'newer_than', reads: 'age', hint: 'less long ago', example: 'newer_than:2w', values: ages },
  { name: 'tokens', reads: 'tokens', hint: 'using so many tokens', example: 'tokens:>10000', values: amounts },
  { name: 'sort', reads: 'sort', hint: 'in this order', example: 'sort:newest', values: sortValues },
] as const;

type Row = (typeof table)[number];
export type FieldName = Row['name'];
export type TextField = Extract<Row, { reads: 'text' | 'choice' }>['name'];
export type IsValue = keyof typeof isValues;
export type HasValue = keyof typeof hasValues;
export type SortValue = keyof typeof sortValues;

export type Field = {
  [R in Reads]: Operator & {
    readonly name: Extract<Row, { reads: R }>['name'];
    readonly reads: R;
    /** Values to offer, each with its hint; for a closed list, the only ones. */
    readonly values?: Readonly<Record<string, string>>;
  };
}[Reads];

export const fields: readonly Field[] = table;

/** The whole language in one table, for the help and the docs. */
export const operators: readonly Operator[] = [
  { name: 'word word', hint: 'all of the words; AND may stand between them', example: 'tide test' },
  { name: 'OR', hint: 'either side; binds less than AND', example: 'tide OR moon' },
  { name: '-', hint: 'without what follows; NOT says the same', example: 'tide -test' },
  { name: '( )', hint: 'what belongs together', example: '(tide OR moon) test' },
  { name: '" "', hint: 'these words in this order; "" stands for a quote inside', example: '"tide test"' },
  { name: '*', hint: 'words that begin so', example: 'tid*' },
  { name: '~', hint: 'words spelt nearly so', example: '~tiide' },
  { name: '/ /', hint: 'a regular expression, with the flags i, m, s and u', example: '/tide\\d+/i' },
  ...fields.map(({ name, hint, example }) => ({ name: `${name}:`, hint, example })),
];

const byName = new Map<string, Field>(fields.map((field) => [field.name, field]));
export const fieldNamed = (name: string): Field | undefined => byName.get(name.toLowerCase());

export const isClosed = ({ reads }: Field) =>
  reads === 'choice' || reads === 'is' || reads === 'has' || reads === 'sort';

/** Whether commas part alternatives. Elsewhere they would only hide a slip such as `tokens:>10,000`. */
export const takesList = (field: Field) => field.reads === 'text' || (isClosed(field) && field.reads !== 'sort');
