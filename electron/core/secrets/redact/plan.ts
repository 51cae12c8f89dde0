import { createHash } from 'node:crypto';
import type { RedactionChoice, RedactionPlan } from '../../../../shared/secrets.ts';
import { runningNow } from '../../browse/live.ts';
import { findSession, openRefs } from '../../browse/sessions.ts';
import type { ReadDb } from '../../db/handles.ts';
import { fingerprintKey, fingerprintOf } from '../fingerprint.ts';
import { valuesOf } from './find-values.ts';
import { groundsOf, type Grounds } from './ground.ts';
import { Haystack } from './haystack.ts';
import { findHolders, type Holder } from './holders.ts';
import { archivedHolders, exportHolders, ownHolders } from './own.ts';
import { openOwners } from './owners.ts';
import { Values } from './values.ts';

export interface Redacting {
  readonly index: ReadDb;
  readonly library: ReadDb;
  readonly dataDir: string;
  /** The system's temporary folders of Claude Code, where they are not the usual ones. */
  readonly temporary?: readonly string[];
  roots(): readonly string[];
}

/** A plan, and what has to be known to carry it out. Values are in memory only. */
export interface Made {
  readonly plan: RedactionPlan;
  readonly values: Values;
  readonly texts: readonly string[];
  readonly grounds: Grounds;
  readonly holders: readonly Holder[];
  readonly sessionIds: readonly string[];
  /** Only some sessions were asked for: what others hold is not looked at. */
  readonly isLimited: boolean;
}

/** Says what would be changed; touches nothing. */
export async function makeRedaction(redacting: Redacting, choice: RedactionChoice): Promise<Made> {
  const { index, library } = redacting;
  const { found, paths } = await valuesOf(choice, index, library);
  const values = Values.of(found);
  const haystack = new Haystack(values);
  const ownerOf = openOwners(index);
  const isLimited = (choice.sessions ?? []).length > 0;
  const grounds = groundsIn(redacting, choice);
  const running = new Set(redacting.roots().flatMap((root) => [...runningNow(root)]));
  const looking = { values, haystack, ownerOf, running, surely: new Set(paths) };
  const parts = values.isEmpty ? [] : [await findHolders(grounds.files, looking)];
  if (!values.isEmpty && !isLimited) {
    parts.push(ownHolders(redacting, values));
    parts.push(await archivedHolders(redacting, haystack), await exportHolders(redacting, haystack));
  }
  const holders = parts.flatMap((part) => part.holders);
  const owners = holders.map(({ path }) => ownerOf(path));
  const rows = [...new Set(owners.flatMap(({ row }) => row ?? []))];
  const plan = {
    files: holders,
    replacements: holders.reduce((sum, { replacements }) => sum + replacements, 0),
    sessions: openRefs(index)(rows),
    refused: parts.flatMap((part) => part.refused),
  };
  const prints = found.map(({ text }) => fingerprintOf(text, fingerprintKey(library))).sort();
  const token = createHash('sha256')
    .update(JSON.stringify([plan, prints]))
    .digest('base64url');
  const sessionIds = [...new Set(owners.flatMap(({ sessionId }) => sessionId ?? []))];
  const texts = found.map(({ text }) => text);
  return { plan: { ...plan, token }, values, texts, grounds, holders, sessionIds, isLimited };
}

/** A text that a person chose may be looked for in some sessions only: then in nothing that others share. */
function groundsIn({ index, roots, temporary }: Redacting, { sessions = [] }: RedactionChoice): Grounds {
  const grounds = groundsOf(index, roots(), temporary);
  if (sessions.length === 0) return grounds;
  const ids = new Set(sessions.map((ref) => findSession(index, ref).session_id));
  const ownerOf = openOwners(index);
  return { ...grounds, files: grounds.files.filter(({ path }) => ids.has(ownerOf(path).sessionId ?? '')) };
}
