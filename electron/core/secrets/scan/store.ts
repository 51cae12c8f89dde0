import type { WriteDb } from '../../db/handles.ts';
import { rulesVersion } from '../detect.ts';
import type { Stretch } from './scan-file.ts';

/** Writes what was found into the index. */
export function openFindings(index: WriteDb, isIgnored: (fingerprint: string) => boolean) {
  const reached = index.prepare('SELECT id, offset FROM scanned WHERE path = ?');
  const isTranscript = index.prepare('SELECT 1 FROM file WHERE id = ?').pluck();
  const insertPlace = index.prepare(
    `INSERT INTO scanned (path, file, size, mtime, inode, offset, lines, guard, rules) VALUES (?, ?, 0, 0, 0, 0, 0, '', 0)`,
  );
  const updatePlace = index.prepare(
    `UPDATE scanned SET file = ?, size = ?, mtime = ?, inode = ?, offset = ?, lines = ?, guard = ?, rules = ? WHERE id = ?`,
  );
  const deleteFrom = index.prepare('DELETE FROM finding WHERE scanned = ? AND line > ?');
  const deletePlace = index.prepare('DELETE FROM scanned WHERE id = ?');
  const insert = index.prepare('INSERT OR REPLACE INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');

  /** False where the place is no longer what the scan began with: somebody forgot it, or scanned it as well. */
  function take({ place, from, fromLine, inode, offset, lines, guard, findings, done }: Stretch): boolean {
    if (place.file !== null && isTranscript.get(place.file) === undefined) return false;
    const known = reached.get(place.path) as { id: number; offset: number } | undefined;
    if (from > 0 && known?.offset !== from) return false;
    const id = known?.id ?? Number(insertPlace.run(place.path, place.file).lastInsertRowid);
    deleteFrom.run(id, from === 0 ? 0 : fromLine);
    // Size and time say "nothing new" only once everything up to them was looked through.
    const [size, mtime] = done ? [place.size, place.mtime] : [0, 0];
    updatePlace.run(place.file, size, mtime, inode, offset, lines, guard, rulesVersion, id);
    for (const { line, fingerprint, rule, provider, certainty, masked, sessionId } of findings) {
      const ignored = isIgnored(fingerprint) ? 1 : 0;
      insert.run(id, line, fingerprint, rule, provider, certainty, masked, sessionId, ignored);
    }
    return true;
  }

  function forget(path: string): void {
    const known = reached.get(path) as { id: number } | undefined;
    if (!known) return;
    deleteFrom.run(known.id, 0);
    deletePlace.run(known.id);
  }

  return {
    take: index.transaction(take).immediate,
    forget: index.transaction((paths: readonly string[]) => paths.forEach(forget)).immediate,
  };
}
