import type { CallContext } from './channel.ts';
import type { Client } from './client.ts';
import type { Exported, ExportJob } from './export.ts';

/** Fetches one document of an export, part by part. */
export async function* partsOf(
  ask: Client['call'],
  job: ExportJob,
  index: number,
  context: Pick<CallContext, 'signal'>,
): AsyncGenerator<Exported, void> {
  let part = await ask('export.document', { ...job, index }, context);
  yield part;
  while (part.next !== null) {
    part = await ask('export.more', { next: part.next }, context);
    yield part;
  }
}
