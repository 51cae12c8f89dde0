import type { PurgePlan, Trace, TraceItem } from '../../shared/purge.ts';
import { byKind, type TraceGroup } from './traces.ts';

type Refusal = PurgePlan['refused'][number];
type Copy = PurgePlan['copies'][number];
type Doomed = PurgePlan['sessions'][number];

/** One line of a plan, as a list shows it that draws only what is on screen. */
export type PlanRow =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string; readonly amount: number }
  | { readonly kind: 'session'; readonly key: string; readonly session: Doomed; readonly insisted: boolean }
  | { readonly kind: 'refused'; readonly key: string; readonly refusal: Refusal }
  | { readonly kind: 'copies'; readonly key: string; readonly included: boolean; readonly amount: number }
  | { readonly kind: 'copy'; readonly key: string; readonly copy: Copy }
  | { readonly kind: 'group'; readonly key: string; readonly group: TraceGroup; readonly open: boolean }
  | { readonly kind: 'place'; readonly key: string; readonly item: TraceItem }
  | { readonly kind: 'note'; readonly key: string; readonly text: string };

export interface Shown {
  /** Sessions that a bookmark protects and that are to go all the same. */
  readonly insisted: ReadonlySet<string>;
  /** Null where that is not for the reader to say. */
  readonly includeCopies: boolean | null;
  /** Kinds that the reader folded or unfolded by hand. */
  readonly unfolded: ReadonlyMap<Trace, boolean>;
}

/** Up to so many places, all of them are shown unasked. */
const fewPlaces = 40;

export function planRows(plan: PurgePlan, shown: Shown): PlanRow[] {
  return [
    ...sessionRows(plan, shown),
    ...refusedRows(plan),
    ...copyRows(plan, shown),
    ...placeRows(plan, shown),
    ...noteRows(plan),
  ];
}

const sessionRows = ({ sessions }: PurgePlan, { insisted }: Shown): PlanRow[] => [
  heading('Sessions', sessions.length),
  ...sessions.map((session): PlanRow => {
    return { kind: 'session', key: `session ${session.session}`, session, insisted: insisted.has(session.session) };
  }),
];

const refusedRows = ({ refused }: PurgePlan): PlanRow[] =>
  refused.length === 0
    ? []
    : [
        heading('Left alone', refused.length),
        ...refused.map((refusal): PlanRow => ({ kind: 'refused', key: `refused ${refusal.session}`, refusal })),
      ];

/** Once they are included nobody holds copies any more, but the choice can still be taken back. */
function copyRows({ copies }: PurgePlan, { includeCopies }: Shown): PlanRow[] {
  if (copies.length === 0 && !includeCopies) return [];
  const choice: PlanRow[] =
    includeCopies === null ? [] : [{ kind: 'copies', key: 'copies', included: includeCopies, amount: copies.length }];
  return [
    heading('Copies in other sessions', copies.length),
    ...choice,
    ...copies.map((copy): PlanRow => ({ kind: 'copy', key: `copy ${copy.session}`, copy })),
  ];
}

function placeRows({ plan }: PurgePlan, { unfolded }: Shown): PlanRow[] {
  const rows = byKind(plan).flatMap((group): PlanRow[] => {
    const open = unfolded.get(group.what) ?? plan.length <= fewPlaces;
    const places = group.items.map((item, index): PlanRow => ({ kind: 'place', key: `${group.what} ${index}`, item }));
    return [{ kind: 'group', key: `group ${group.what}`, group, open }, ...(open ? places : [])];
  });
  return rows.length === 0 ? [] : [heading('Places', plan.length), ...rows];
}

const noteRows = ({ notCovered }: PurgePlan): PlanRow[] =>
  notCovered.length === 0
    ? []
    : [
        heading('Not covered', notCovered.length),
        ...notCovered.map((text): PlanRow => ({ kind: 'note', key: `note ${text}`, text })),
      ];

const heading = (text: string, amount: number): PlanRow => ({ kind: 'heading', key: text, text, amount });
