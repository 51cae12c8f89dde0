import { emptyFolders, type Folders } from '../folders.ts';
import { writeBranches } from './branches.ts';
import { writeEverything } from './everything.ts';
import { writeHostile } from './hostile.ts';

/** A Claude folder with one of everything a transcript can show. */
export function galleryFolders(): Folders {
  const folders = emptyFolders();
  for (const write of [writeEverything, writeHostile, writeBranches]) write(folders.claudeDir);
  return folders;
}
