import type { Output, ParsedInput } from '../../../shared/contract.ts';
import type { Finding, Secret } from '../../../shared/secrets.ts';
import { findSession, openRefs } from '../browse/sessions.ts';
import type { ReadDb } from '../db/handles.ts';
import { placedFindings } from './counted.ts';
import { openPositions } from './positions.ts';
import { rotateLink } from './rotate.ts';
import { withoutSecrets } from './without.ts';

const best = "min(CASE certainty WHEN 'certain' THEN 0 WHEN 'likely' THEN 1 ELSE 2 END)";
const ofRank = ['certain', 'likely', 'possible'] as const;

interface ValueRow extends Omit<Secret, 'certainty' | 'ignored' | 'rotate'> {
  readonly rank: 0 | 1 | 2;
  readonly ignored: number;
}

export function listSecrets(index: ReadDb, input: ParsedInput<'secrets.list'>): Output<'secrets.list'> {
  const { possible, ignored, limit, offset } = input;
  const session = input.session === undefined ? null : findSession(index, input.session).id;
  const from = `FROM (${placedFindings}) WHERE (@possible OR certainty <> 'possible') AND (@ignored OR ignored = 0)
    AND (@session IS NULL OR session = @session)`;
  const bound = { possible: Number(possible), ignored: Number(ignored), session };
  const total = index.prepare(`SELECT count(DISTINCT fingerprint) ${from}`).pluck().get(bound) as number;
  const rows = index
    .prepare(
      // Columns beside a lone min() are those of its row: the rule is the most certain one.
      `SELECT fingerprint, rule, provider, ${best} AS rank, masked, count(*) AS places,
         count(DISTINCT session) AS sessions, ignored,
         (SELECT max(coalesce(session.ended, scanned.mtime)) FROM finding other
            JOIN scanned ON scanned.id = other.scanned LEFT JOIN file ON file.id = scanned.file
            LEFT JOIN session ON session.id = file.session WHERE other.fingerprint = found.fingerprint) AS lastSeen
       FROM (SELECT * ${from}) found GROUP BY fingerprint
       ORDER BY rank, sessions DESC, places DESC, fingerprint LIMIT @limit OFFSET @offset`,
    )
    .all({ ...bound, limit, offset }) as ValueRow[];
  const secrets = rows.map(({ rank, ...row }) => ({
    ...row,
    certainty: ofRank[rank],
    lastSeen: row.lastSeen === null ? null : Math.floor(row.lastSeen),
    ignored: row.ignored !== 0,
    rotate: rotateLink(row.provider),
  }));
  return { total, secrets };
}

interface PlaceRow extends Omit<Finding, 'session' | 'sessionId' | 'title' | 'file' | 'position' | 'ignored'> {
  readonly path: string;
  readonly file: number | null;
  readonly session: number | null;
  readonly sessionId: string;
  readonly title: string;
  readonly ignored: number;
}

export function listFindings(index: ReadDb, input: ParsedInput<'secrets.findings'>): Output<'secrets.findings'> {
  const { fingerprint = null, possible, limit, offset } = input;
  const rows = input.sessions.map((ref) => findSession(index, ref).id);
  const from = `FROM (${placedFindings}) found LEFT JOIN session ON session.id = found.session
    WHERE (@fingerprint IS NULL OR fingerprint = @fingerprint) AND (@possible OR certainty <> 'possible')
    AND (@all OR found.session IN (SELECT value FROM json_each(@rows)))`;
  // Who asks for one value is told of it whatever it is.
  const bound = { fingerprint, possible: Number(possible || fingerprint !== null), all: Number(rows.length === 0) };
  const chosen = { ...bound, rows: JSON.stringify(rows) };
  const total = index.prepare(`SELECT count(*) ${from}`).pluck().get(chosen) as number;
  const places = index
    .prepare(
      `SELECT path, found.file, found.session, coalesce(session.session_id, found.session_id, '') AS sessionId,
         coalesce(session.title, '') AS title, line, rule, provider, certainty, masked, fingerprint, ignored ${from}
       ORDER BY coalesce(session.ended, found.mtime) DESC, path, line, fingerprint LIMIT @limit OFFSET @offset`,
    )
    .all({ ...chosen, limit, offset }) as PlaceRow[];
  const refs = openRefs(index);
  const sessions = [...new Set(places.flatMap(({ session }) => session ?? []))];
  const refOf = new Map(sessions.map((session) => [session, refs([session])[0] ?? '']));
  const positionOf = openPositions(index);
  const findings = places.map(({ path, file, session, ...place }) => ({
    ...place,
    session: (session === null ? undefined : refOf.get(session)) ?? '',
    title: withoutSecrets(place.title),
    file: path,
    position: file === null ? null : positionOf(file, path, place.line),
    ignored: place.ignored !== 0,
  }));
  return { total, findings };
}
