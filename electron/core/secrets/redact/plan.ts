import { createHash } from 'node:crypto';
import type { Trace } from '../../../../shared/purge.ts';
import type { RedactionChoice, RedactionPlan } from '../../../../shared/secrets.ts';
import { runningNow } from '../../browse/live.ts';
import { findSession, openRefs } from '../../browse/sessions.ts';
import type { ReadDb } from '../../db/handles.ts';
import { fingerprintKey, fingerprintOf } from '../fingerprint.ts';
import { valuesOf } from './find-values.ts';
import { groundsOf, type Grounds } from './ground.ts';
import { Haystack } from './haystack.ts';
import { findHolders, openRefusals, type Holder } from './holders.ts';
import { namesWith } from './names.ts';
import { archivedHolders, downloadsOf, exportHolders, ownHolders, type Sought } from './own.ts';
import { openOwners } from './owners.ts';
import { Values, type Value } from './values.ts';

export interface Redacting {
  readonly index: ReadDb;
  readonly library: ReadDb;
  readonly dataDir: string;
  /** The system's temporary folders of Claude Code, where they are not the usual ones. */
  readonly temporary?: readonly string[];
  roots(): readonly string[];
}

/** A plan, and what has to be known to carry it out. Values are in memory only. */
export interface Made extends Sought {
  readonly plan: RedactionPlan;
  readonly found: readonly Value[];
  /** Their fingerprints. */
  readonly prints: readonly string[];
  readonly grounds: Grounds;
  readonly holders: readonly Holder[];
  /** Where the values were looked up. */
  readonly paths: ReadonlySet<string>;
  readonly sessionIds: readonly string[];
  /** Why a file is not written to, as things are when it is asked. */
  refusalOf(path: string): string | null;
}

/** Says what would be changed; touches nothing. */
export async function makeRedaction(redacting: Redacting, choice: RedactionChoice): Promise<Made> {
  const { index, library, roots } = redacting;
  const { found, paths } = await valuesOf(choice, index, library);
  const values = Values.of(found);
  const ids = idsOf(index, choice);
  const sought: Sought = { values, haystack: new Haystack(values), ids };
  const ownerOf = openOwners(index);
  const grounds = groundsIn(redacting, ids);
  const refusalOf = openRefusals(ownerOf, () => new Set(roots().flatMap((root) => [...runningNow(root)])));
  const surely = new Set(paths);
  const parts = values.isEmpty
    ? []
    : [
        await findHolders(grounds.files, { ...sought, refusalOf, surely }),
        ownHolders(redacting, sought),
        await archivedHolders(redacting, sought),
        {
          holders: [],
          refused: [
            ...(await exportHolders(redacting, sought)),
            ...namesWith(grounds.files, values),
            ...grounds.closed,
          ],
        },
      ];
  const holders = inDoingOrder(
    parts.flatMap((part) => part.holders),
    surely,
  );
  const owners = holders.map(({ path }) => ownerOf(path));
  const rows = [...new Set(owners.flatMap(({ row }) => row ?? []))];
  const sessionIds = [...new Set(owners.flatMap(({ sessionId }) => sessionId ?? []))];
  const plan = {
    files: holders,
    replacements: holders.reduce((sum, { replacements }) => sum + replacements, 0),
    sessions: openRefs(index)(rows),
    refused: parts.flatMap((part) => part.refused),
    notCovered: notCovered(downloadsOf(library, sessionIds)),
  };
  const prints = found.map(({ text }) => fingerprintOf(text, fingerprintKey(library))).sort();
  const token = createHash('sha256')
    .update(JSON.stringify([plan, prints]))
    .digest('base64url');
  const known = new Map(grounds.files.map((ground) => [ground.path, ground]));
  return {
    ...{ ...sought, plan: { ...plan, token }, found, prints, grounds, holders, paths: surely, sessionIds },
    refusalOf: (path) => {
      const ground = known.get(path);
      return ground ? refusalOf(ground) : null;
    },
  };
}

const notCovered = (downloads: readonly string[]) => [
  'Backups, snapshots of the file system, old blocks of an SSD and the provider’s servers are not covered. Make each secret worthless.',
  ...downloads.map(
    (name) => `It may be in “${name}”, an export that a browser was handed: delete that where it put it.`,
  ),
];

/** Where it is known by comes last: whoever is stopped on the way finds it there again. */
function inDoingOrder(holders: readonly Holder[], paths: ReadonlySet<string>): Holder[] {
  const rank = ({ path, what }: Holder) => (ours.indexOf(what) + 1 || ours.length + 1) + (paths.has(path) ? 1 : 0);
  return holders.toSorted((a, b) => rank(a) - rank(b));
}

/** What this app itself keeps, in the order in which it is changed. */
const ours: readonly Trace[] = ['library', 'archive', 'index'];

/** A text that a person chose may be looked for in some sessions only; null for everywhere. */
function idsOf(index: ReadDb, { sessions = [] }: RedactionChoice): string[] | null {
  return sessions.length === 0 ? null : [...new Set(sessions.map((ref) => findSession(index, ref).session_id))];
}

/** Of some sessions: nothing that others share. */
function groundsIn({ index, roots, temporary }: Redacting, ids: readonly string[] | null): Grounds {
  const grounds = groundsOf(index, roots(), temporary);
  if (!ids) return grounds;
  const ownerOf = openOwners(index);
  return { files: grounds.files.filter(({ path }) => ids.includes(ownerOf(path).sessionId ?? '')), closed: [] };
}
