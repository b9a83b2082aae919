import type { Work } from './explain/work.ts';
import type { HeldRole, Name } from './heldRole.ts';
import type { AccessTarget } from './explain/roleReach.ts';
import { allowedNames } from './resources.ts';

/** One account on servers, its source, and the servers that it can access. */
export type LoginLine<T> = {
  login: string;
  /** The roles that grant it. `trait`: through a trait of the user. */
  from: readonly { role: string; trait: string | undefined }[];
  /** The role that denies it everywhere. */
  deniedBy: string | undefined;
  /** Those of the checked servers that it can access. */
  reached: readonly T[];
};

const traitIn = (template: string): string | undefined =>
  /\{\{[^{]*?\b(?:internal|external)\.(\w+)/.exec(template)?.[1];

/** The entry of a role that granted a name: `spec.allow.logins[2]`. */
const sourceOf = ({ role }: HeldRole, { location }: Name): string =>
  role.spec.allow.logins[Number(/\[(\d+)\]$/.exec(location.path)?.[1])] ?? '';

/** Denied ones last. */
const inOrder = <T>(a: LoginLine<T>, b: LoginLine<T>): number =>
  Number(a.deniedBy !== undefined) - Number(b.deniedBy !== undefined) || a.login.localeCompare(b.login, 'en');

/** Every login in a user's roles, evaluated server by server. Servers with the same labels are evaluated once. */
export class LoginWork<T extends AccessTarget> implements Work<readonly LoginLine<T>[]> {
  readonly total: number;
  #roles: readonly HeldRole[];
  #servers: readonly T[];
  #byKey = new Map<string, readonly string[]>();
  #reached = new Map<string, T[]>();

  constructor(heldRoles: readonly HeldRole[], servers: readonly T[]) {
    this.total = servers.length;
    this.#roles = heldRoles;
    this.#servers = servers;
  }

  *steps(): Iterable<unknown> {
    for (const server of this.#servers) {
      for (const login of this.#loginsOn(server)) {
        const servers = this.#reached.get(login);
        if (servers) servers.push(server);
        else this.#reached.set(login, [server]);
      }
      yield;
    }
  }

  result(): readonly LoginLine<T>[] {
    const from = new Map<string, LoginLine<T>['from'][number][]>();
    const denied = new Map<string, string>();
    for (const role of this.#roles) {
      for (const name of role.names('allow', 'logins')) {
        const sources = from.get(name.value) ?? [];
        const source = { role: role.name, trait: traitIn(sourceOf(role, name)) };
        if (sources.at(-1)?.role !== role.name) from.set(name.value, [...sources, source]);
      }
      for (const { value } of role.names('deny', 'logins')) if (!denied.has(value)) denied.set(value, role.name);
    }
    return [...from]
      .map(([login, sources]): LoginLine<T> => ({
        login,
        from: sources,
        deniedBy: denied.get(login) ?? denied.get('*'),
        reached: [...(this.#reached.get(login) ?? [])],
      }))
      .sort(inOrder);
  }

  #loginsOn({ key, labels }: T): readonly string[] {
    const names = this.#byKey.get(key) ?? allowedNames(this.#roles, 'logins', { kind: 'node', labels });
    this.#byKey.set(key, names);
    return names;
  }
}
