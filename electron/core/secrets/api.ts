import { secretsMethods } from '../../../shared/secrets.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';

export const secretsReads = (parts: ReaderParts) => (void parts, unbuilt(secretsMethods, 'read'));
export const secretsWrites = (parts: WriterParts) => (void parts, unbuilt(secretsMethods, 'write'));
