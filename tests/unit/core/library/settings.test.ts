import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WriteDb } from '../../../../electron/core/db/handles.ts';
import { openLibrary } from '../../../../electron/core/db/open.ts';
import { readSettings, writeSettings } from '../../../../electron/core/library/settings.ts';
import { emptyFolders, type Folders } from '../../../support/folders.ts';

let folders: Folders;
let library: WriteDb;
beforeEach(() => {
  folders = emptyFolders();
  library = openLibrary(folders.dataDir);
});
afterEach(() => {
  library.close();
  folders.remove();
});

test('defaults first, then what was chosen', () => {
  expect(readSettings(library)).toMatchObject({ theme: 'system' });
  expect(writeSettings(library, { theme: 'dark' })).toMatchObject({ theme: 'dark' });
  expect(writeSettings(library, {})).toMatchObject({ theme: 'dark' });
});

test('a value that this version cannot read counts as not set', () => {
  library.exec(`INSERT INTO setting VALUES ('theme', '"sepia"'), ('later', '1'), ('broken', '{')`);
  expect(readSettings(library)).toMatchObject({ theme: 'system' });
});
