import { retentionMethods } from '../../../shared/retention.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';

export const retentionReads = (parts: ReaderParts) => (void parts, unbuilt(retentionMethods, 'read'));
export const retentionWrites = (parts: WriterParts) => (void parts, unbuilt(retentionMethods, 'write'));
