import { createHash } from 'node:crypto';
import type { PurgeChoice, PurgePlan, PurgeVerb, TraceItem } from '../../../shared/purge.ts';
import { AppError } from '../../../shared/errors.ts';
import { choose, type Asked } from './choose.ts';
import { copyHolders, type CopyHolder } from './copies.ts';
import { footprint, inOrder, type Ground } from './footprint/footprint.ts';
import { unsortedPlaces } from './footprint/own.ts';
import type { Place } from './footprint/place.ts';
import { lostTarget, targetsIn, type Target } from './footprint/target.ts';
import { downloadsOf } from './footprint/copies-kept.ts';
import { notCovered } from './not-covered.ts';
import { badId, refusalOf, runningIn, type Refusal } from './refusals.ts';

export interface Planning extends Ground, Asked {
  /** The folders and files that are read. */
  roots(): readonly string[];
}

/** A plan, and what has to be known to carry it out. */
export interface Made {
  readonly plan: PurgePlan;
  readonly places: readonly Place[];
  readonly targets: readonly Target[];
}

/** Says what would be done; touches nothing. */
export async function makePlan(planning: Planning, choice: PurgeChoice, verb: PurgeVerb): Promise<Made> {
  const { index } = planning;
  const chosen = await choose(index, choice, planning);
  const refused = chosen.bad.map(badId);
  const guarded = planning.guarded();
  const running = runningIn(planning.roots());
  const admit = (target: Target, named: boolean) => {
    const refusal = refusalOf(target, { running, guarded, named });
    if (refusal) refused.push(refusal);
    return refusal === null;
  };
  const admitted = targetsIn(index, [...chosen.rows.keys()]).filter((target) =>
    admit(target, chosen.rows.get(target.row ?? -1)?.named ?? false),
  );
  const lost = chosen.lost.map((id) => lostTarget(id, planning.roots())).filter((target) => admit(target, true));
  const rows = admitted.flatMap(({ row }) => row ?? []);
  const holders = choice.includeCopies ? copyHolders(index, admitted) : [];
  const copies = targetsIn(
    index,
    holders.map(({ row }) => row),
  ).filter((target) => admit(target, false));
  const copyRows = copies.flatMap(({ row }) => row ?? []);
  const targets = [...targetsIn(index, [...rows, ...copyRows]), ...lost];
  const places = placesFor(planning, targets, new Set(copies.map(({ ref }) => ref)), verb);
  const nowhere = lost.find(({ ref }) => !places.some(({ of }) => of.has(ref)));
  if (nowhere) throw new AppError('not_found', `No trace of a session “${nowhere.ref}” was found.`);
  return { plan: planOf({ planning, verb, targets, places, refused }), places, targets };
}

function placesFor(ground: Ground, targets: readonly Target[], copies: ReadonlySet<string>, verb: PurgeVerb): Place[] {
  const found = footprint(ground, targets).map((place): Place => {
    const isCopy = place.what === 'transcript' && [...place.of.keys()].every((ref) => copies.has(ref));
    return isCopy ? { ...place, what: 'copy' } : place;
  });
  if (targets.length === 0) return [];
  if (verb === 'purge') return inOrder([...found, ...unsortedPlaces(ground.dataDir)]);
  return inOrder(found.map((place) => (kept.has(place.what) ? staying(place) : place)));
}

const kept: ReadonlySet<Place['what']> = new Set(['library', 'archive']);
const staying = (place: Place): Place => ({ ...place, action: 'keep', why: 'Kept, for when the session is put back.' });

interface Parts {
  readonly planning: Planning;
  readonly verb: PurgeVerb;
  readonly targets: readonly Target[];
  readonly places: readonly Place[];
  readonly refused: readonly Refusal[];
}

function planOf({ planning, verb, targets, places, refused }: Parts): PurgePlan {
  const leaving = places.filter(({ action }) => action !== 'keep');
  const bytesBy = sizes(leaving);
  const copies = copyHolders(planning.index, targets).map(withoutRow);
  const sessions = targets.map(({ ref, sessionId, title }) => ({
    session: ref,
    sessionId,
    title,
    bytes: bytesBy.get(ref) ?? 0,
  }));
  const plan = places.map(asItem);
  return {
    verb,
    sessions,
    plan,
    bytes: leaving.reduce((sum, { bytes }) => sum + bytes, 0),
    refused: [...refused],
    copies,
    notCovered: notCovered(targets, copies.length, downloadsOf(planning.library, targets)),
    token: tokenOf(verb, sessions, plan, refused),
  };
}

/** Bytes of each session, by ref. */
function sizes(places: readonly Place[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { of } of places) for (const [ref, bytes] of of) sums.set(ref, (sums.get(ref) ?? 0) + bytes);
  return sums;
}

const withoutRow = ({ row, ...holder }: CopyHolder) => (void row, holder);

export const asItem = ({ path, what, bytes, action, lines, why }: Place): TraceItem => ({
  ...{ path, what, bytes, action },
  ...(lines === undefined ? {} : { lines }),
  ...(why === undefined ? {} : { why }),
});

/** What a person agreed to: another one where anything of it became different. */
function tokenOf(
  ...[verb, sessions, plan, refused]: [PurgeVerb, PurgePlan['sessions'], readonly TraceItem[], readonly Refusal[]]
): string {
  const said = [
    verb,
    sessions.map(({ session }) => session).sort(),
    plan.map(({ path, what, bytes, action, lines = 0 }) => `${path} ${what} ${action} ${bytes} ${lines}`).sort(),
    refused.map(({ session, reason }) => `${session} ${reason}`).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
}
