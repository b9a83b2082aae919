import type { Kind, KindValue } from '../../descriptors/kinds.ts';

/** The rules of a kind for values in forms. */
type ValueRules<T> = {
  isEmpty: (value: T) => boolean;
  isSame: (a: T, b: T) => boolean;
  /** Merges two changes of `base`. If that is not possible, mine wins. */
  merge: (base: T, mine: T, theirs: T) => T;
};

/** Values that cannot be merged: the last change wins. */
const whole = <T>(isSame: (a: T, b: T) => boolean): ValueRules<T> => ({
  isEmpty: (value) => value === '',
  isSame,
  merge: (base, mine, theirs) => (isSame(base, mine) ? theirs : mine),
});
const isSameJson = <T>(a: T, b: T): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Lists are sets here, because their order means nothing to a server. */
const names: ValueRules<readonly string[]> = {
  isEmpty: (value) => value.length === 0,
  isSame: (a, b) => a.length === b.length && a.every((name) => b.includes(name)),
  merge: (base, mine, theirs) => [
    ...theirs.filter((name) => mine.includes(name) || !base.includes(name)),
    ...mine.filter((name) => !base.includes(name) && !theirs.includes(name)),
  ],
};

const traits: ValueRules<KindValue['traits']> = {
  isEmpty: (value) => Object.values(value).every(names.isEmpty),
  isSame: (a, b) => keysOf(a, b).every((key) => names.isSame(a[key] ?? [], b[key] ?? [])),
  merge: (base, mine, theirs) =>
    Object.fromEntries(
      keysOf(mine, theirs).map((key) => [key, names.merge(base[key] ?? [], mine[key] ?? [], theirs[key] ?? [])]),
    ),
};

const keysOf = (...maps: readonly object[]): string[] => [...new Set(maps.flatMap((map) => Object.keys(map)))];

export const valueRules: { [K in Kind]: ValueRules<KindValue[K]> } = {
  text: whole(Object.is),
  mono: whole(Object.is),
  person: whole(Object.is),
  yaml: whole(Object.is),
  endpoint: whole(isSameJson),
  state: whole(isSameJson),
  time: whole(isSameJson),
  moment: whole(isSameJson),
  since: whole(isSameJson),
  length: whole(Object.is),
  sign: whole(isSameJson),
  people: whole(isSameJson),
  pairs: whole(isSameJson),
  day: whole(isSameJson),
  until: whole(isSameJson),
  labels: whole(isSameJson),
  chips: names,
  traits,
};
