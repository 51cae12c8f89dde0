import { methods, type Method, type MethodsBy } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Api } from '../../shared/server.ts';

/** Stands in for the methods of a room that is not built yet. */
export function unbuilt<R extends Partial<Record<Method, unknown>>, A extends 'read' | 'write'>(room: R, access: A) {
  const names = (Object.keys(room) as Method[]).filter((name) => methods[name].access === access);
  const handlers = names.map((name) => [
    name,
    () => {
      throw new AppError('unavailable', `“${name}” is not built yet.`);
    },
  ]);
  return Object.fromEntries(handlers) as unknown as Api<Extract<MethodsBy<A>, keyof R>>;
}
