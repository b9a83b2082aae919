import { HeldRole } from './heldRole.ts';
import type { Name } from './heldRole.ts';
import type { Thing } from './explain/roleReach.ts';
import { allowedNames } from './names.ts';
import type { Role } from './role.ts';
import type { Traits } from './traits.ts';

/** One account on servers, where it comes from, and how far it reaches. */
export type LoginLine<T> = {
  login: string;
  /** The roles that give it; `trait`: by putting in a trait of the user. */
  from: readonly { role: string; trait: string | undefined }[];
  /** The role that takes it away again, everywhere. */
  deniedBy: string | undefined;
  /** Which of the servers that were looked at it reaches. */
  reached: readonly T[];
};

const traitIn = (template: string): string | undefined => /\{\{.*?\b(?:internal|external)\.(\w+)/.exec(template)?.[1];

/** The entry of a role that gave a name: `spec.allow.logins[2]`. */
const sourceOf = ({ role }: HeldRole, { place }: Name): string =>
  role.spec.allow.logins[Number(/\[(\d+)\]$/.exec(place.path)?.[1])] ?? '';

/** Every login that roles with these traits speak of, denied ones last. Servers of the same labels are judged once. */
export function explainLogins<T extends Thing>(
  roles: readonly Role[],
  traits: Traits,
  servers: readonly T[],
): readonly LoginLine<T>[] {
  const held = roles.map((role) => new HeldRole(role, traits));
  const from = new Map<string, LoginLine<T>['from'][number][]>();
  for (const role of held)
    for (const name of role.names('allow', 'logins')) {
      const known = from.get(name.value) ?? [];
      const isKnown = known.some((one) => one.role === role.name);
      const source = { role: role.name, trait: traitIn(sourceOf(role, name)) };
      from.set(name.value, isKnown ? known : [...known, source]);
    }
  const denierOf = (login: string) =>
    held.find((role) => role.names('deny', 'logins').some(({ value }) => value === login || value === '*'))?.name;
  const byKey = new Map<string, ReadonlySet<string>>();
  const loginsOn = ({ key, labels }: T): ReadonlySet<string> => {
    const known = byKey.get(key) ?? new Set(allowedNames(held, 'logins', { kind: 'node', labels }));
    byKey.set(key, known);
    return known;
  };
  return [...from]
    .map(([login, sources]): LoginLine<T> => ({
      login,
      from: sources,
      deniedBy: denierOf(login),
      reached: servers.filter((server) => loginsOn(server).has(login)),
    }))
    .sort(
      (a, b) =>
        Number(a.deniedBy !== undefined) - Number(b.deniedBy !== undefined) || a.login.localeCompare(b.login, 'en'),
    );
}
