import type { VirtualizerHandle } from 'virtua/svelte';

/** Where a list was scrolled to, and the heights it had measured, to come back to the same place. */
export interface ListPlace {
  offset: number;
  heights?: ReturnType<VirtualizerHandle['getCache']>;
}
