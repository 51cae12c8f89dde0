import { AppError } from '../../shared/errors.ts';

export const isCancelled = (error: unknown) => error instanceof AppError && error.code === 'cancelled';

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
