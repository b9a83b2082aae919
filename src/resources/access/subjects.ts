import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useDataProvider, type DataProvider } from 'ra-core';
import type { ReviewContext } from '../../access/review/roleGrants.ts';
import { type Role, toRole } from '../../access/role.ts';
import type { Traits } from '../../access/traits.ts';
import { can } from '../../api/can.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { userContext } from '../../api/userContext.ts';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { textAt, isObject } from '../../lib/json.ts';
import { parseYaml } from '../../wire/yaml.ts';
import { useUser } from '../useUser.ts';

/** Reads users and roles for access checks. The names are react-admin's resource names. */
const USERS = 'users';
export const ROLES = 'roles';

/** Something to read, which the user may not be allowed to. */
export type ReadState<T> = { state: 'reading' } | { state: 'unread'; why: string } | { state: 'read'; value: T };

const STALE_MS = 60_000;
const ALL = { page: 1, perPage: 100_000 };

/** The roles of the cluster by name. Each is parsed on demand. */
export class RoleSet {
  readonly readAtMs: number;
  #texts: ReadonlyMap<string, string>;
  #roles = new Map<string, Role | undefined>();

  constructor(rows: readonly Row[], readAtMs: number) {
    this.#texts = new Map(rows.map((row) => [row.id, textAt(row, 'content')]));
    this.readAtMs = readAtMs;
  }

  names = (): readonly string[] => [...this.#texts.keys()];
  text = (name: string): string | undefined => this.#texts.get(name);

  get = (name: string): Role | undefined => this.role(name);

  /** Undefined if the role does not exist, or its text cannot be parsed. */
  role = (name: string): Role | undefined => {
    if (!this.#roles.has(name)) this.#roles.set(name, roleOfText(this.#texts.get(name) ?? ''));
    return this.#roles.get(name);
  };
}

function toSeen<T>(denied: string | undefined, { data, error }: { data: T | undefined; error: unknown }): ReadState<T> {
  if (denied !== undefined) return { state: 'unread', why: denied };
  if (data !== undefined) return { state: 'read', value: data };
  return error ? { state: 'unread', why: describeFailure(error).why } : { state: 'reading' };
}

/** The first missing permission. */
function useMissing(kind: 'roles' | 'users', ...verbs: readonly ('list' | 'read')[]): string | undefined {
  const { acl } = useUser();
  const verdict = verbs.map((verb) => can(acl, kind, verb)).find(({ ok }) => !ok);
  return verdict?.ok === false ? verdict.why : undefined;
}

/** `isEnabled`: false if the roles would decide nothing. */
export function useRoles(isEnabled = true): ReadState<RoleSet> {
  const dataProvider = useDataProvider();
  const missing = useMissing('roles', 'list', 'read');
  const answer = useQuery({ ...rolesQuery(dataProvider), enabled: isEnabled && missing === undefined });
  return toSeen(missing, answer);
}

const rolesQuery = (dataProvider: DataProvider) => ({
  queryKey: ['access', 'roles'],
  staleTime: STALE_MS,
  queryFn: async () => new RoleSet((await dataProvider.getList<Row>(ROLES, { pagination: ALL })).data, Date.now()),
});

/** A user as roles see them. */
export type Person = {
  name: string;
  roles: readonly string[];
  traits: Traits;
  /** Whether the value of a trait is known. Clusters and the gateway send only some traits (http-auth §10). */
  knowsTrait: (trait: string) => boolean;
};

/** A local user of the gateway has only the traits of this API. Otherwise a trait that was not sent is unknown. */
export const knownTraits =
  (authType: unknown, traits: Traits): Person['knowsTrait'] =>
  (trait) =>
    Object.hasOwn(traits, trait) || (serverBehaviour.isGateway && authType === 'local');

/** '' for no user. */
export function usePerson(name: string): ReadState<Person> {
  const dataProvider = useDataProvider();
  const missing = useMissing('users', 'read');
  const answer = useQuery({ ...personQuery(dataProvider, name), enabled: missing === undefined && name !== '' });
  return toSeen(missing, answer);
}

const personQuery = (dataProvider: DataProvider, name: string) => ({
  queryKey: ['access', 'person', name],
  staleTime: STALE_MS,
  queryFn: async (): Promise<Person> => {
    const { data } = await dataProvider.getOne<Row>(USERS, { id: name });
    const traits = asKind('traits', data['traits']) ?? {};
    return {
      name,
      roles: asKind('chips', data['roles']) ?? [],
      traits,
      knowsTrait: knownTraits(data['authType'], traits),
    };
  },
});

const maySee = (kind: 'roles' | 'users', ...verbs: readonly ('list' | 'read')[]): boolean =>
  verbs.every((verb) => can(userContext().acl, kind, verb).ok);

/** The roles of the cluster. Undefined if the user may not read them, or reading failed. Never rejects. */
export const readRoles = async (client: QueryClient, dataProvider: DataProvider): Promise<RoleSet | undefined> =>
  maySee('roles', 'list', 'read') ? client.query(rolesQuery(dataProvider)).catch(() => undefined) : undefined;

/** The roles, and those of the signed-in user, for a review. What cannot be read is left out. Never rejects. */
export async function readReviewContext(client: QueryClient, dataProvider: DataProvider): Promise<ReviewContext> {
  const readSelf = () => client.query(personQuery(dataProvider, userContext().username)).catch(() => undefined);
  const [roles, self] = await Promise.all([
    readRoles(client, dataProvider),
    maySee('users', 'read') ? readSelf() : undefined,
  ]);
  return { roles, own: self?.roles ?? [] };
}
/** Names of all users, loaded on demand. */
export function useUserNames(isEnabled: boolean): ReadState<readonly string[]> {
  const dataProvider = useDataProvider();
  const missing = useMissing('users', 'list', 'read');
  const answer = useQuery({
    queryKey: ['access', 'users'],
    enabled: isEnabled && missing === undefined,
    staleTime: STALE_MS,
    queryFn: async () => (await dataProvider.getList<Row>(USERS, { pagination: ALL })).data.map(({ id }) => id),
  });
  return toSeen(missing, answer);
}

/** The role in a text; undefined while the text cannot be parsed. */
export function roleOfText(text: string): Role | undefined {
  const parsed = parseYaml(text);
  return parsed.ok && isObject(parsed.value) ? toRole(parsed.value) : undefined;
}
