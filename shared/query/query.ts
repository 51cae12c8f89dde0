/** The language of the search: one grammar for the window, the terminal and saved searches. */
export { completions, type Completion } from './complete.ts';
export { formatFilter, hasFilter, withFilter } from './edit.ts';
export { operators, type FieldName, type HasValue, type IsValue, type Operator } from './operators.ts';
export type { SortValue, TextField } from './operators.ts';
export { parseQuery } from './parse.ts';
export type { Clock, Node, Problem, Query, Span, Token } from './types.ts';
