import type { Migration } from '../migrate.ts';
import { index001 } from './index-001.ts';
import { index002 } from './index-002.ts';
import { index003 } from './index-003.ts';
import { library001 } from './library-001.ts';
import { library002 } from './library-002.ts';
import { library003 } from './library-003.ts';
import { library004 } from './library-004.ts';

export const indexMigrations: readonly Migration[] = [index001, index002, index003];
export const libraryMigrations: readonly Migration[] = [library001, library002, library003, library004];
