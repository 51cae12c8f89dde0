import { AppError } from '../../../shared/errors.ts';
import type { WriterParts } from '../parts.ts';

/** A person says that a value is no secret, or takes it back. The library remembers it, the index is told. */
export function ignoreSecret({ index, library }: WriterParts, fingerprint: string, ignored: boolean): void {
  const known = index.prepare('SELECT 1 FROM finding WHERE fingerprint = ? LIMIT 1').pluck().get(fingerprint);
  if (known === undefined && ignored) {
    throw new AppError('not_found', `No secret with the fingerprint “${fingerprint}” was found.`);
  }
  if (ignored) library.prepare('INSERT OR IGNORE INTO ignored_secret VALUES (?, ?)').run(fingerprint, Date.now());
  else library.prepare('DELETE FROM ignored_secret WHERE fingerprint = ?').run(fingerprint);
  index.prepare('UPDATE finding SET ignored = ? WHERE fingerprint = ?').run(ignored ? 1 : 0, fingerprint);
}
