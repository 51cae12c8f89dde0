import type { Client } from '../../shared/client.ts';
import type { Entry } from '../../shared/schemas.ts';

const pageSize = 500;

/** The entries of one transcript, page by page; `most` cuts their texts. */
export async function* entriesOf(client: Client, session: string, file: string, most?: number): AsyncGenerator<Entry> {
  const cut = most === undefined ? {} : { most };
  for (let offset = 0; ; offset += pageSize) {
    const page = { session, file, offset, limit: pageSize, ...cut };
    const { entries, total } = await client.call('sessions.entries', page);
    yield* entries;
    if (offset + pageSize >= total) return;
  }
}
