import { HeldRole } from './heldRole.ts';
import type { Name } from './heldRole.ts';
import { decideResource } from './resources.ts';
import type { Role } from './role.ts';
import type { LabelSet } from './selector.ts';
import type { Traits } from './traits.ts';

/** One account on servers, where it comes from, and how far it reaches. */
export type LoginLine = {
  login: string;
  /** The roles that give it; `trait`: by putting in a trait of the user. */
  from: readonly { role: string; trait: string | undefined }[];
  /** The role that takes it away again, everywhere. */
  deniedBy: string | undefined;
  /** How many of the servers that were looked at it reaches. */
  servers: number;
};

const traitIn = (template: string): string | undefined => /\{\{.*?\b(?:internal|external)\.(\w+)/.exec(template)?.[1];

/** The entry of a role that gave a name: `spec.allow.logins[2]`. */
const sourceOf = ({ role }: HeldRole, { place }: Name): string =>
  role.spec.allow.logins[Number(/\[(\d+)\]$/.exec(place.path)?.[1])] ?? '';

/** Every login that roles with these traits speak of, denied ones last. `servers` are the labels of those looked at. */
export function explainLogins(
  roles: readonly Role[],
  traits: Traits,
  servers: readonly LabelSet[],
): readonly LoginLine[] {
  const held = roles.map((role) => new HeldRole(role, traits));
  const from = new Map<string, LoginLine['from'][number][]>();
  for (const role of held)
    for (const name of role.names('allow', 'logins')) {
      const known = from.get(name.value) ?? [];
      const isKnown = known.some((one) => one.role === role.name);
      const source = { role: role.name, trait: traitIn(sourceOf(role, name)) };
      from.set(name.value, isKnown ? known : [...known, source]);
    }
  const denierOf = (login: string) =>
    held.find((role) => role.names('deny', 'logins').some(({ value }) => value === login || value === '*'))?.name;
  const reaches = (login: string) =>
    servers.filter((labels) => decideResource(held, 'node', labels, { login }).verdict.ok).length;
  return [...from]
    .map(([login, sources]): LoginLine => {
      const deniedBy = denierOf(login);
      return { login, from: sources, deniedBy, servers: deniedBy === undefined ? reaches(login) : 0 };
    })
    .sort(
      (a, b) =>
        Number(a.deniedBy !== undefined) - Number(b.deniedBy !== undefined) || a.login.localeCompare(b.login, 'en'),
    );
}
