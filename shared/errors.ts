import * as v from 'valibot';

/** Why a request failed, for the program. The message says it for the person. */
export const errorCodes = [
  'bad_input', // the caller sent something the contract does not allow
  'not_found', // the thing named does not exist
  'ambiguous', // the name fits several things
  'refused', // allowed by the contract, but not now or not this (live session, not confirmed)
  'busy', // another Turnstone holds what is needed
  'cancelled', // the caller asked to stop
  'unavailable', // the part that answers stopped or was shut down; try again
  'too_new', // data written by a newer version
  'io', // the disk or the operating system said no
  'internal', // a bug
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const wireErrorSchema = v.object({
  code: v.picklist(errorCodes),
  message: v.string(),
  details: v.optional(v.record(v.string(), v.unknown())),
});
export type WireError = v.InferOutput<typeof wireErrorSchema>;

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Any thrown value as something that can cross a boundary. Stacks stay where they were thrown. */
export function toWire(error: unknown): WireError {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return details ? { code, message, details } : { code, message };
  }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

export function fromWire({ code, message, details }: WireError): AppError {
  return new AppError(code, message, details);
}

export const cancelled = () => new AppError('cancelled', 'Cancelled.');
