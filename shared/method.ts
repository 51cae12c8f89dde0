import * as v from 'valibot';

type Schema = v.GenericSchema<any, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- valibot's own variance

/** `read` is answered by the reader thread, `write` by the writer thread, `native` by the desktop app alone. */
export const read = <I extends Schema, O extends Schema>(input: I, output: O) =>
  ({ access: 'read', input, output }) as const;
export const write = <I extends Schema, O extends Schema>(input: I, output: O) =>
  ({ access: 'write', input, output }) as const;
export const native = <I extends Schema, O extends Schema>(input: I, output: O) =>
  ({ access: 'native', input, output }) as const;

export const nothing = v.strictObject({});
export const position = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A session's main transcript, unless a subagent's file is named. */
export const transcript = { session: v.string(), file: v.optional(v.string()) };
