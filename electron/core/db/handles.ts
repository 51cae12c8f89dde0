import type { Database } from 'better-sqlite3';

declare const readable: unique symbol;
declare const writable: unique symbol;

/** What a handle may do is in its type: a function that takes a `ReadDb` cannot be the one that writes. */
export type ReadDb = Pick<Database, 'prepare' | 'pragma' | 'close'> & { readonly [readable]: true };
export type WriteDb = Database & { readonly [readable]: true; readonly [writable]: true };
