import { reviewRole } from '../../../access/review/reviewRole.ts';
import { CONNECTOR_KINDS } from '../../../access/access.ts';
import { isUsableName } from '../../../access/heldRole.ts';
import { compilePattern } from '../../../access/pattern.ts';
import { ownLosses, type KnownRoles } from '../../../access/review/roleGrants.ts';
import { toRole } from '../../../access/role.ts';
import { roleFaults } from '../../../access/validateRole.ts';
import { compileWhere } from '../../../access/where.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { at, isObject, textAt } from '../../../lib/json.ts';
import { allOf, anyOf } from '../../../lib/sentence.ts';
import { withoutField } from '../../../wire/documentFault.ts';
import type { EditorKind, Fault } from './kind.ts';
import { namesIn } from './kindReview.ts';

const SIDES = ['allow', 'deny'] as const;
/** More than a user would read. */
const MAX_FAULTS = 200;

/** Versions and the first servers that know them. Older servers reject them. */
const NEWER: ReadonlyMap<string, string> = new Map([
  ['v7', '14.0'],
  ['v8', '18.0'],
]);

const warning = (message: string, ...path: Fault['path']): Fault => ({ severity: 'warning', message, path });

/** Label values that the server accepts, but whose regular expressions then fail every check. */
const patternFaults = (document: unknown): readonly Fault[] =>
  SIDES.flatMap((side) =>
    entriesOf(at(document, 'spec', side))
      .filter(([field]) => field.endsWith('_labels'))
      .flatMap(([field, labels]) =>
        entriesOf(labels).flatMap(([key]) => namesIn(labels, key, ['spec', side, field, key])),
      ),
  ).flatMap(({ name, path }) => {
    const pattern = compilePattern(name);
    return pattern.ok ? [] : [warning(`Every check fails here: ${pattern.message}`, ...path)];
  });

/** Options that our gateway stores and does not apply. */
const UNSERVED = [
  'create_host_user',
  'create_desktop_user',
  'create_db_user',
  'max_kubernetes_connections',
  'permit_x11_forwarding',
] as const;

/** Options that only one of the servers has. A cluster drops ours, or rejects the role. */
function optionFaults(document: unknown): readonly Fault[] {
  const { options, allow } = toRole(document).spec;
  if (!serverBehaviour.isGateway) {
    const message = 'This cluster does not have the option: users of the role can write to databases';
    return options.db_read_only ? [warning(message, 'spec', 'options', 'db_read_only')] : [];
  }
  const unserved: string[] = UNSERVED.filter((name) => options[name]);
  if (options.device_trust_mode.startsWith('required')) unserved.push('device_trust_mode');
  return [
    ...unserved.map((name) => warning('This gateway does not apply the option yet', 'spec', 'options', name)),
    ...(allow.request?.roles.length
      ? [warning('Users of this gateway cannot request roles yet', 'spec', 'allow', 'request')]
      : []),
  ];
}

/** Logins that a server drops silently. */
const loginFaults = (document: unknown): readonly Fault[] =>
  SIDES.flatMap((side) =>
    (['logins', 'windows_desktop_logins'] as const).flatMap((field) =>
      namesIn(at(document, 'spec', side), field, ['spec', side, field])
        .filter(({ name }) => !isUsableName(field, name))
        .map(({ name, path }) => warning(`“${name}” has no effect: it is not a valid login`, ...path)),
    ),
  );

/** Rules that have another effect than they seem to: see `CONNECTOR_KINDS`, and conditions with a mistake. */
function ruleFaults(document: unknown): readonly Fault[] {
  const { spec } = toRole(document);
  const denied = new Set(spec.deny.rules.flatMap(({ resources }) => resources));
  const open = denied.has('*') ? [] : [...CONNECTOR_KINDS].filter((kind) => !denied.has(kind));
  return SIDES.flatMap((side) =>
    spec[side].rules.flatMap(({ resources, where }, i): Fault[] => {
      const here = ['spec', side, 'rules', i];
      const checked = where === '' ? undefined : compileWhere(where)({});
      if (checked?.ok === false)
        return [warning(`Every check of these resources fails here: ${checked.message}`, ...here, 'where')];
      if (side === 'allow' || open.length === 0 || !resources.includes('auth_connector')) return [];
      return [warning(`Roles that allow ${anyOf(open)} override this: deny ${allOf(open)} too`, ...here, 'resources')];
    }),
  );
}

/** Whether one path is the same as the other, or contains it. */
const isAround = (a: Fault['path'], b: Fault['path']): boolean => a.every((step, i) => i >= b.length || step === b[i]);

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** What the signed-in user loses, if the role is one of their own. */
function ownChanges(before: unknown, after: unknown, roles: KnownRoles | undefined, own: readonly string[]) {
  const name = textAt(after, 'metadata', 'name');
  if (before === undefined || !own.includes(name)) return [];
  const others = own.flatMap((other) => (other === name ? [] : (roles?.get(other) ?? [])));
  return ownLosses([...others, toRole(before)], [...others, toRole(after)]);
}

/** Names with patterns or templates cannot be looked up. */
const isExactName = (name: string): boolean => !/[*^$]|\{\{/.test(name);

const role: EditorKind = {
  validate(document) {
    const since = NEWER.get(textAt(document, 'version'));
    const faults = [
      // Editions differ in what they reject, so the server decides.
      ...roleFaults(document, since !== undefined).map(({ status, path, message }): Fault => ({
        severity: status === 403 ? 'warning' : 'error',
        path,
        message: withoutField(message),
      })),
      ...(since === undefined ? [] : [warning(`Servers before ${since} refuse roles of this version`, 'version')]),
      ...optionFaults(document),
      ...patternFaults(document),
      ...loginFaults(document),
      ...ruleFaults(document),
    ].slice(0, MAX_FAULTS);
    // Faults that follow from another fault are left out.
    return faults.filter(({ path }, i) => !faults.slice(0, i).some((first) => isAround(first.path, path)));
  },
  review: (before, after, { roles, own }) => [...ownChanges(before, after, roles, own), ...reviewRole(before, after)],
  reviewed: ['version', 'metadata.expires', 'spec.allow', 'spec.deny', 'spec.options'],
  /** Roles that its holders may request, by exact names. */
  roleNames: (document) =>
    SIDES.flatMap((side) =>
      (['request', 'review_requests'] as const).flatMap((field) =>
        namesIn(at(document, 'spec', side, field), 'roles', ['spec', side, field, 'roles']),
      ),
    ).filter(({ name }) => isExactName(name)),
  reach: true,
  heldBy: { resource: 'users', field: 'roles' },
  takesEffect: serverBehaviour.roleChangesCount,
};
export default role;
