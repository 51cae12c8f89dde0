import type { WriteDb } from '../db/handles.ts';

const everyMilliseconds = 1_000;

/** Tells when another Turnstone, such as one in a terminal, has changed the same library. Returns what ends it. */
export function watchNeighbours(library: WriteDb, changed: () => void): () => void {
  const version = () => library.pragma('data_version', { simple: true }) as number;
  let seen = version();
  const timer = setInterval(() => {
    const now = version();
    if (now !== seen) changed();
    seen = now;
  }, everyMilliseconds).unref();
  return () => clearInterval(timer);
}
