import type { AuthType, UserJson, UserTraitsJson } from '../wire/http.ts';
import { TRAIT_NAMES } from '../wire/userContext.ts';

/** Traits by their names in role documents (resource-specs §20). */
export type Traits = Readonly<Record<string, readonly string[]>>;

export type User = {
  id: string;
  name: string;
  /** Sorted (specification §3). */
  roles: readonly string[];
  authType: AuthType;
  /** Undefined if unknown: the list does not contain them (http-auth §10). */
  traits: Traits | undefined;
};

/** The traits that the API reads and writes. */
export const USER_TRAITS: readonly string[] = Object.values(TRAIT_NAMES);

const toTraits = (json: UserTraitsJson): Traits =>
  Object.fromEntries(Object.entries(TRAIT_NAMES).map(([key, name]) => [name, json[key as keyof UserTraitsJson] ?? []]));

const fromTraits = (traits: Traits): UserTraitsJson =>
  Object.fromEntries(
    Object.entries(TRAIT_NAMES).flatMap(([key, name]) => (traits[name] ? [[key, [...traits[name]]]] : [])),
  );

export const toUser = (json: Partial<UserJson>): User => ({
  id: json.name ?? '',
  name: json.name ?? '',
  roles: (json.roles ?? []).toSorted(),
  authType: json.authType ?? 'local',
  traits: json.traits && toTraits(json.traits),
});

/** One user, from the response of a read or write. */
export const readUser = (json: unknown): User => toUser(json ?? {});

/**
 * Body of create and update. An omitted trait stays unchanged, an empty list clears it. Without the key `traits`, newer
 * clusters delete all of them (http-auth §10, §15.6).
 */
export const saveUserBody = ({ name, roles, traits }: Partial<User>): unknown => ({
  name,
  roles,
  traits: traits ? fromTraits(traits) : {},
});
