import type { Client } from '../../shared/client.ts';
import { grouped, showProgress } from './terminal.ts';

const megabytes = (bytes: number) => grouped(Math.round(bytes / 1e6));

/** Looks through what is new since the last time; what could not be read is said on stderr. */
export async function lookForSecrets(client: Client): Promise<void> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  try {
    const { unreadable } = await client.call(
      'secrets.scan',
      {},
      {
        signal: interrupt.signal,
        progress: ({ done, total }) => showProgress(`looking through ${megabytes(done)} of ${megabytes(total)} MB`),
      },
    );
    showProgress('');
    for (const { path, reason } of unreadable)
      process.stderr.write(`turnstone: not looked through: ${path} (${reason})\n`);
  } finally {
    process.off('SIGINT', stop);
    showProgress('');
  }
}
