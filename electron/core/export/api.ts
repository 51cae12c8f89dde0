import { exportMethods } from '../../../shared/export.ts';
import type { ReaderParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';

export const exportReads = (parts: ReaderParts) => (void parts, unbuilt(exportMethods, 'read'));
