import { join } from 'node:path';
import { openArchiveList } from '../../../../electron/core/archive/list.ts';
import type { WriteDb } from '../../../../electron/core/db/handles.ts';
import { openLibrary } from '../../../../electron/core/db/open.ts';
import { Indexer } from '../../../../electron/core/ingest/indexer.ts';
import { readSettings } from '../../../../electron/core/library/settings.ts';
import { makePlan, type Made, type Planning } from '../../../../electron/core/purge/plan.ts';
import { Purger, type PurgerParts } from '../../../../electron/core/purge/purger.ts';
import { openTombstones } from '../../../../electron/core/purge/tombstones.ts';
import { freedesktopTrash } from '../../../../electron/core/purge/trash.ts';
import type { PurgeChoice, PurgePlan, PurgeVerb, Receipt } from '../../../../shared/purge.ts';
import { threads } from '../../../support/folders.ts';
import { Indexing, quiet } from '../../../support/indexing.ts';
import { writeTraces, type Traces } from '../../../support/traces.ts';

/** A Claude folder with every trace, indexed, and purges of it in this thread. */
export class Purging {
  readonly indexing = new Indexing();
  readonly library: WriteDb = openLibrary(this.indexing.folders.dataDir);
  readonly temporary = join(this.indexing.folders.base, 'tmp', 'claude-1000');
  readonly trash = join(this.indexing.folders.base, 'xdg', 'Trash');
  readonly traces: Traces = writeTraces(this.indexing.root, this.temporary);
  readonly announced: string[][] = [];
  secret: ReadonlySet<number> = new Set();
  guarded: ReadonlyMap<string, string> = new Map();
  found: readonly number[] = [];

  readonly indexer = new Indexer({
    db: this.indexing.db,
    location: { dataDir: this.dataDir, claudeDirs: [this.indexing.root] },
    parser: threads.parser,
    settings: () => readSettings(this.library),
    archive: openArchiveList(this.library, this.dataDir),
    hidden: () => openTombstones(this.library),
    announce: () => undefined,
    changed: () => undefined,
  });

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
      guarded: () => this.guarded,
    };
  }

  /** As a thread that starts makes it. */
  purger(indexer: PurgerParts['indexer'] = this.indexer): Purger {
    return new Purger({
      index: this.indexing.db,
      library: this.library,
      dataDir: this.dataDir,
      planning: this.planning,
      indexer,
      trash: freedesktopTrash(this.trash),
      forget: () => undefined,
      done: (_, sessions) => this.announced.push([...sessions]),
    });
  }

  make(choice: Partial<PurgeChoice>, verb: PurgeVerb = 'purge'): Promise<Made> {
    return makePlan(this.planning, whole(choice), verb);
  }

  async plan(choice: Partial<PurgeChoice>, verb: PurgeVerb = 'purge'): Promise<PurgePlan> {
    return (await this.make(choice, verb)).plan;
  }

  /** Plans it and does it. */
  async run(choice: Partial<PurgeChoice>, verb: PurgeVerb = 'purge'): Promise<Receipt> {
    const { token } = await this.plan(choice, verb);
    return this.purger().run({ choice: whole(choice), verb, token }, quiet);
  }

  index(): Promise<unknown> {
    return this.indexer.run(false, quiet);
  }

  close(): void {
    this.indexer.stop();
    this.library.close();
    this.indexing.close();
  }
}

export const whole = (choice: Partial<PurgeChoice>): PurgeChoice => ({
  ...{ sessions: [], withSecrets: false, includeCopies: false },
  ...choice,
});
