import type { MethodsBy } from '../../../shared/contract.ts';
import { secretsMethods } from '../../../shared/secrets.ts';
import type { Api } from '../../../shared/server.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { unbuilt } from '../unbuilt.ts';
import { ignoreSecret } from './ignore.ts';
import { listFindings, listSecrets } from './list.ts';
import type { Scan } from './scan/scan.ts';

type Room<A extends 'read' | 'write'> = Api<MethodsBy<A> & keyof typeof secretsMethods>;

export function secretsReads({ index }: ReaderParts): Room<'read'> {
  return {
    ...unbuilt(secretsMethods, 'read'),
    'secrets.list': (input) => listSecrets(index, input),
    'secrets.findings': (input) => listFindings(index, input),
  };
}

export function secretsWrites(parts: WriterParts, scan: Scan): Room<'write'> {
  return {
    ...unbuilt(secretsMethods, 'write'),
    'secrets.state': () => scan.state,
    'secrets.scan': (_, context) => scan.run(context),
    'secrets.ignore': ({ fingerprint, ignored }) => {
      ignoreSecret(parts, fingerprint, ignored);
      scan.announceValues();
      return {};
    },
  };
}
