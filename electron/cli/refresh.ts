import type { Client } from '../../shared/client.ts';
import { AppError } from '../../shared/errors.ts';
import type { IndexReport } from '../../shared/schemas.ts';
import { grouped, showProgress } from './terminal.ts';

const megabytes = (bytes: number) => grouped(Math.round(bytes / 1e6));

export async function index(client: Client, full: boolean): Promise<IndexReport> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  try {
    return await client.call(
      'index.run',
      { full },
      {
        signal: interrupt.signal,
        progress: ({ done, total }) => showProgress(`indexing ${megabytes(done)} of ${megabytes(total)} MB`),
      },
    );
  } finally {
    process.off('SIGINT', stop);
    showProgress('');
  }
}

/** Another Turnstone that is indexing right now keeps the index fresh for us. */
export async function refresh(client: Client): Promise<void> {
  try {
    await index(client, false);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'busy')) throw error;
  }
}
