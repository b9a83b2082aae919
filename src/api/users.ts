import type { AuthType, UserJson, UserTraitsJson } from '../wire/http.ts';
import { TRAIT_NAMES } from '../wire/userContext.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { apiUrl, fillPath } from './urls.ts';

/** Traits under the names that role documents use for them (resource-specs §20). */
export type Traits = Readonly<Record<string, readonly string[]>>;

export type User = {
  id: string;
  name: string;
  roles: readonly string[];
  authType: AuthType;
  /** Undefined where they are not known: the list does not carry them (http-auth §10). */
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
  roles: json.roles ?? [],
  authType: json.authType ?? 'local',
  traits: json.traits && toTraits(json.traits),
});

/** One user, as reads and writes of a single one answer. */
export const readUser = (json: unknown): User => toUser(json ?? {});

/**
 * Body of create and update. A trait that is not named stays as it is, an empty list clears it; without the key
 * `traits` newer clusters wipe them all (http-auth §10, §15.6).
 */
export const saveUserBody = ({ name, roles, traits }: Partial<User>): unknown => ({
  name,
  roles,
  traits: traits ? fromTraits(traits) : {},
});

export type LoginLinkKind = 'invite' | 'password';
export type LoginLink = { kind: LoginLinkKind; user: string; tokenId: string; expires: Date };

/** The page that the link opens (http-auth §7.1). */
export const loginLinkPath = ({ kind, tokenId }: LoginLink): string =>
  fillPath(kind === 'invite' ? '/web/invite/:tokenId' : '/web/reset/:tokenId', { tokenId });

/**
 * Makes the one link by which `user` sets a password and a second factor. The old password, every second factor
 * and every earlier link stop working at once (http-auth §7.1).
 */
export async function createLoginLink(user: string, kind: LoginLinkKind): Promise<LoginLink> {
  const json = (await call(apiUrl('users/password/token'), { method: 'POST', body: { name: user, type: kind } })) as {
    tokenId?: string;
    expiry?: string;
  };
  if (!json.tokenId) throw new ApiError('The server’s answer has no link', 200);
  return { kind, user, tokenId: json.tokenId, expires: new Date(json.expiry ?? Number.NaN) };
}
