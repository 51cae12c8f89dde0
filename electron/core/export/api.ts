import type { MethodsBy } from '../../../shared/contract.ts';
import type { exportMethods } from '../../../shared/export.ts';
import type { Api } from '../../../shared/server.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { rememberExports } from './log.ts';
import { OpenDocuments } from './open.ts';

type Of<A extends 'read' | 'write'> = Api<Extract<MethodsBy<A>, keyof typeof exportMethods>>;

/** What writes documents is large, and loaded only where somebody exports. */
export function exportReads(parts: ReaderParts): Of<'read'> {
  const open = new OpenDocuments();
  return {
    'export.plan': async (input, { signal }) => (await import('./plan.ts')).planOf(parts, input, signal),
    'export.document': async (input, { signal }) => {
      const { beginDocument } = await import('./begin.ts');
      return open.begin(await beginDocument(parts, input, signal), signal);
    },
    'export.more': ({ next }, { signal }) => open.more(next, signal),
  };
}

export const exportWrites = ({ library }: WriterParts): Of<'write'> => ({
  'export.remember': ({ files }) => {
    rememberExports(library, files);
    return {};
  },
});
