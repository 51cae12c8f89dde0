import { purgeMethods } from '../../../shared/purge.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';

export const purgeReads = (parts: ReaderParts) => (void parts, unbuilt(purgeMethods, 'read'));
export const purgeWrites = (parts: WriterParts) => (void parts, unbuilt(purgeMethods, 'write'));
