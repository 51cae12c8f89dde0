import type { MethodsBy } from '../../../shared/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { retentionMethods } from '../../../shared/retention.ts';
import type { Api } from '../../../shared/server.ts';
import { archiveReads, archiveWrites } from '../archive/api.ts';
import type { Archive } from '../archive/archive.ts';
import { Archiver } from '../archive/archiver.ts';
import { readSettings } from '../library/settings.ts';
import type { ReaderParts, WriterParts } from '../parts.ts';
import { othersKnow } from '../purge/asked.ts';
import { makePlan } from '../purge/plan.ts';
import type { Purger } from '../purge/purger.ts';
import { rootsFor } from '../roots.ts';
import { Ruler } from './ruler.ts';
import { readRules, removeRule, saveRule, toRule } from './rules.ts';
import { previewRule, runRule, type Purging } from './run.ts';
import { sweeps } from './sweeps.ts';

type Room<A extends 'read' | 'write'> = Api<Extract<keyof typeof retentionMethods, MethodsBy<A>>>;

export const retentionReads = (parts: ReaderParts): Room<'read'> => ({
  'retention.sweeps': () => ({ sweeps: sweeps(parts, Date.now()) }),
  'retention.rules': () => ({ rules: readRules(parts.library).map(toRule) }),
  'retention.preview': ({ id }) => previewRule(parts.library, id, { plan: planFor(parts) }),
  ...archiveReads(parts),
});

/** The rules and the archive, and what they do by themselves while the app runs. */
export function retentionRoom(
  parts: WriterParts,
  { archive, purger }: { archive: Archive; purger: Pick<Purger, 'run'> },
) {
  const { data, index, library } = parts;
  const archiver = new Archiver(archive, parts);
  const roots = () => rootsFor(index, data, readSettings(library).sources);
  const purging: Purging = {
    plan: planFor({ data, index, library, roots }),
    run: (choice, verb, token, context) => purger.run({ choice, verb, token }, context),
  };
  const ruler = new Ruler(library, purging);
  const api: Room<'write'> = {
    'retention.save': (input) => toRule(saveRule(library, input, Date.now())),
    'retention.remove': ({ id }) => (removeRule(library, id), {}),
    'retention.run': ({ id, token }, context) => runRule(library, { id, token, now: Date.now() }, purging, context),
    ...archiveWrites(archive, parts),
  };
  return {
    api,
    follow() {
      archiver.follow();
      ruler.follow();
    },
    /** For when the settings changed. */
    soon: () => archiver.soon(),
    stop() {
      archiver.stop();
      ruler.stop();
    },
  };
}

/** A rule's plan is made in either thread: the reader shows it, the writer makes it again and acts on it. */
function planFor({ data, index, library, roots }: Pick<ReaderParts, 'data' | 'index' | 'library' | 'roots'>) {
  const ground = { index, library, dataDir: data.dataDir };
  const found = () => {
    throw new AppError('internal', 'A rule has no query.');
  };
  const plan: Purging['plan'] = async (choice, verb) =>
    (await makePlan({ ...ground, ...othersKnow(index, library), found, roots }, choice, verb)).plan;
  return plan;
}
