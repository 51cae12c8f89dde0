import type Any from '@lucide/svelte/icons/circle';

/** Any icon of the set. */
export type Icon = typeof Any;
