import type { Migration } from '../migrate.ts';
import { index001 } from './index-001.ts';
import { library001 } from './library-001.ts';

export const indexMigrations: readonly Migration[] = [index001];
export const libraryMigrations: readonly Migration[] = [library001];
