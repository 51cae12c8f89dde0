import type { MethodsBy } from '../../../shared/contract.ts';
import type { secretsMethods } from '../../../shared/secrets.ts';
import type { Api } from '../../../shared/server.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { ignoreSecret } from './ignore.ts';
import { listFindings, listSecrets } from './list.ts';
import { makeRedaction } from './redact/plan.ts';
import type { Redactor } from './redact/redactor.ts';
import type { Scan } from './scan/scan.ts';

type Room<A extends 'read' | 'write'> = Api<MethodsBy<A> & keyof typeof secretsMethods>;

export function secretsReads({ data, index, library, roots }: ReaderParts): Room<'read'> {
  return {
    'secrets.list': (input) => listSecrets(index, input),
    'secrets.findings': (input) => listFindings(index, input),
    'redact.plan': async (choice) => (await makeRedaction({ ...data, index, library, roots }, choice)).plan,
  };
}

export function secretsWrites(parts: WriterParts, scan: Scan, redactor: Redactor): Room<'write'> {
  return {
    'secrets.state': () => scan.state,
    'secrets.scan': (_, context) => scan.run(context),
    'secrets.ignore': ({ fingerprint, ignored }) => {
      ignoreSecret(parts, fingerprint, ignored);
      scan.announceValues();
      return {};
    },
    'redact.run': (input, context) => redactor.run(input, context),
  };
}
