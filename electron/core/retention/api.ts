import type { MethodsBy } from '../../../shared/contract.ts';
import { retentionMethods } from '../../../shared/retention.ts';
import type { Api } from '../../../shared/server.ts';
import { archiveReads, archiveWrites } from '../archive/api.ts';
import type { Archive } from '../archive/archive.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';

type Room<A extends 'read' | 'write'> = Api<Extract<keyof typeof retentionMethods, MethodsBy<A>>>;

export const retentionReads = (parts: ReaderParts): Room<'read'> => ({
  ...unbuilt(retentionMethods, 'read'),
  ...archiveReads(parts),
});

export const retentionWrites = (parts: WriterParts, archive: Archive): Room<'write'> => ({
  ...unbuilt(retentionMethods, 'write'),
  ...archiveWrites(archive, parts),
});
