import { findSecrets } from './detect.ts';
import { maskedOf } from './fingerprint.ts';

/** What a title may end in where it was cut off in the middle of a secret. */
const piece = /(?=[\w+/=.-]*\d)(?=[\w+/=.-]*[A-Za-z])[\w+/=.-]{16,}…?$/;

/** A title is often the first words that were typed: they may be the secret itself. */
export function withoutSecrets(title: string): string {
  let clean = '';
  let at = 0;
  for (const found of findSecrets(title)) {
    clean += title.slice(at, found.start) + maskedOf(title.slice(found.start, found.end), found);
    at = found.end;
  }
  return (clean + title.slice(at)).replace(piece, '…');
}
