import { libraryMethods } from '../../../shared/library.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';

export const libraryReads = (parts: ReaderParts) => (void parts, unbuilt(libraryMethods, 'read'));
export const libraryWrites = (parts: WriterParts) => (void parts, unbuilt(libraryMethods, 'write'));
