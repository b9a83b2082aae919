// Access to the enrolled resource: values of the user's own traits, and values from roles (screens §19.3).
import type { Traits } from '../../../api/users.ts';

export type TraitField = {
  /** Name in documents: `logins`. */
  trait: string;
  label: string;
  help?: string;
};

export type TraitValues = Readonly<Record<string, readonly string[]>>;

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** Values from roles: values of the resource that are not among the user's own traits. */
export const fixedValues = (fields: readonly TraitField[], current: Traits, detected: TraitValues): TraitValues =>
  Object.fromEntries(
    fields.map(({ trait }) => [
      trait,
      unique(detected[trait] ?? []).filter((value) => !(current[trait] ?? []).includes(value)),
    ]),
  );

/** All traits of the user with the chosen values, without values from roles. */
export const mergedTraits = (current: Traits, chosen: TraitValues, fixed: TraitValues): Traits => ({
  ...current,
  ...Object.fromEntries(
    Object.entries(chosen).map(([trait, values]) => [
      trait,
      unique(values).filter((value) => !fixed[trait]?.includes(value)),
    ]),
  ),
});

/** Whether a save would change anything. */
export const changesTraits = (current: Traits, merged: Traits): boolean =>
  Object.entries(merged).some(([trait, values]) => {
    const before = current[trait] ?? [];
    return values.length !== before.length || values.some((value) => !before.includes(value));
  });

/** Fixed and own values together. */
export const allValues = (fixed: TraitValues, chosen: TraitValues): TraitValues =>
  Object.fromEntries(
    unique([...Object.keys(fixed), ...Object.keys(chosen)]).map((trait) => [
      trait,
      unique([...(fixed[trait] ?? []), ...(chosen[trait] ?? [])]),
    ]),
  );
