/** What a person typed into the fields that say which sessions go; an empty field says nothing. */
export interface Typed {
  readonly days: number | null;
  readonly project: string;
  readonly megabytes: number | null;
  readonly secrets: boolean;
}

export const nothingTyped: Typed = { days: null, project: '', megabytes: null, secrets: false };

const million = 1_000_000;

const positive = (n: number | null) => (n !== null && Number.isFinite(n) && n > 0 ? n : null);

/** The conditions as a retention rule keeps them. */
export const conditionsOf = ({ days, project, megabytes, secrets }: Typed) => ({
  olderThanDays: positive(days),
  project: project === '' ? null : project,
  largerThanBytes: positive(megabytes) === null ? null : Math.round((megabytes ?? 0) * million),
  withSecrets: secrets,
});

/** A rule's conditions as they stand in the fields. */
export const typedOf = ({
  olderThanDays,
  project,
  largerThanBytes,
  withSecrets,
}: ReturnType<typeof conditionsOf>): Typed => ({
  days: olderThanDays,
  project: project ?? '',
  megabytes: largerThanBytes === null ? null : largerThanBytes / million,
  secrets: withSecrets,
});

/** Without one, everything would go. */
export const saysSomething = (typed: Typed) =>
  Object.values(conditionsOf(typed)).some((condition) => condition !== null && condition !== false);

/** The same as a choice of what to purge, where what is not asked for is left out. */
export function choiceOf(typed: Typed) {
  const { olderThanDays, project, largerThanBytes, withSecrets } = conditionsOf(typed);
  return {
    ...(olderThanDays === null ? {} : { olderThanDays }),
    ...(project === null ? {} : { project }),
    ...(largerThanBytes === null ? {} : { largerThanBytes }),
    ...(withSecrets ? { withSecrets } : {}),
  };
}
