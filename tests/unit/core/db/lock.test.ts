import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withIndexLock } from '../../../../electron/core/db/lock.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
beforeEach(() => {
  folders = emptyFolders();
  mkdirSync(folders.dataDir);
});
afterEach(() => folders.remove());

test('two at once: the second is told that another is at work', async () => {
  await withIndexLock(folders.dataDir, async () => {
    await expect(withIndexLock(folders.dataDir, async () => 'in')).rejects.toMatchObject({ code: 'busy' });
  });
});

test('one after the other, also after a failure', async () => {
  await expect(withIndexLock(folders.dataDir, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(withIndexLock(folders.dataDir, async () => 'in')).resolves.toBe('in');
});
