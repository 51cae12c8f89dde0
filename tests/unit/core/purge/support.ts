import { join } from 'node:path';
import { openLibrary } from '../../../../electron/core/db/open.ts';
import type { WriteDb } from '../../../../electron/core/db/handles.ts';
import type { PurgeChoice, PurgePlan, PurgeVerb } from '../../../../shared/purge.ts';
import { makePlan, type Made, type Planning } from '../../../../electron/core/purge/plan.ts';
import { Indexing } from '../../../support/indexing.ts';
import { writeTraces, type Traces } from '../../../support/traces.ts';

/** A Claude folder with every trace, indexed, and a purge of it in this thread. */
export class Purging {
  readonly indexing = new Indexing();
  readonly library: WriteDb = openLibrary(this.indexing.folders.dataDir);
  readonly temporary = join(this.indexing.folders.base, 'tmp', 'claude-1000');
  readonly traces: Traces = writeTraces(this.indexing.root, this.temporary);
  secret: ReadonlySet<string> = new Set();
  bookmarked: ReadonlySet<string> = new Set();
  found: readonly number[] = [];

  get dataDir(): string {
    return this.indexing.folders.dataDir;
  }

  get planning(): Planning {
    return {
      index: this.indexing.db,
      library: this.library,
      dataDir: this.dataDir,
      temporary: [this.temporary],
      roots: () => [this.indexing.root],
      found: () => Promise.resolve(this.found),
      withSecrets: () => this.secret,
      bookmarked: () => this.bookmarked,
    };
  }

  make(choice: Partial<PurgeChoice>, verb: PurgeVerb = 'purge'): Promise<Made> {
    return makePlan(this.planning, { sessions: [], withSecrets: false, includeCopies: false, ...choice }, verb);
  }

  async plan(choice: Partial<PurgeChoice>, verb: PurgeVerb = 'purge'): Promise<PurgePlan> {
    return (await this.make(choice, verb)).plan;
  }

  close(): void {
    this.library.close();
    this.indexing.close();
  }
}
