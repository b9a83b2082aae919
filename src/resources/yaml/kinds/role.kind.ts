import { reviewRole } from '../../../access/review/reviewRole.ts';
import { CONNECTOR_KINDS } from '../../../access/access.ts';
import { isUsableName } from '../../../access/heldRole.ts';
import { compilePattern } from '../../../access/pattern.ts';
import { ownLosses, type KnownRoles } from '../../../access/review/roleGrants.ts';
import { toRole } from '../../../access/role.ts';
import { validateRole } from '../../../access/validateRole.ts';
import { compileWhere } from '../../../access/where.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { at, isObject, textAt } from '../../../lib/json.ts';
import { allOf, anyOf } from '../../../lib/sentence.ts';
import { withoutField } from '../../../wire/documentFault.ts';
import type { EditorKind, Fault } from './kind.ts';
import { namesIn } from './kindReview.ts';

const SIDES = ['allow', 'deny'] as const;

/** Versions and the servers that know them since: older ones refuse them. */
const NEWER: ReadonlyMap<string, string> = new Map([
  ['v7', '14.0'],
  ['v8', '18.0'],
]);

/** A label value that the server takes, and whose regular expression then fails every check. */
function patternFault(document: unknown): Fault | undefined {
  for (const side of SIDES) {
    for (const [field, labels] of entriesOf(at(document, 'spec', side))) {
      if (!field.endsWith('_labels')) continue;
      const values = entriesOf(labels).flatMap(([key]) => namesIn(labels, key, ['spec', side, field, key]));
      for (const { name, path } of values) {
        const pattern = compilePattern(name);
        if (!pattern.ok) return { severity: 'warning', message: `Every check fails here: ${pattern.message}`, path };
      }
    }
  }
  return undefined;
}

/** An option of our gateway: a cluster forgets it, or refuses the role. */
function optionFault(document: unknown): Fault | undefined {
  if (serverBehaviour.isGateway || at(document, 'spec', 'options', 'db_read_only') !== true) return undefined;
  const message = 'This cluster does not have the option: users of the role can write to databases';
  return { severity: 'warning', message, path: ['spec', 'options', 'db_read_only'] };
}

/** Logins that a server drops without a word. */
function loginFault(document: unknown): Fault | undefined {
  const fields = SIDES.flatMap((side) =>
    (['logins', 'windows_desktop_logins'] as const).map((field) => [side, field] as const),
  );
  return fields.flatMap(([side, field]) =>
    namesIn(at(document, 'spec', side), field, ['spec', side, field])
      .filter(({ name }) => !isUsableName(field, name))
      .map(({ name, path }): Fault => ({
        severity: 'warning',
        message: `“${name}” has no effect: it is not a valid login`,
        path,
      })),
  )[0];
}

/** Rules that do something else than they say: see `CONNECTOR_KINDS`, and conditions with a mistake. */
function ruleFault(document: unknown): Fault | undefined {
  const { spec } = toRole(document);
  const denied = new Set(spec.deny.rules.flatMap(({ resources }) => resources));
  const open = denied.has('*') ? [] : [...CONNECTOR_KINDS].filter((kind) => !denied.has(kind));
  const faults = SIDES.flatMap((side) =>
    spec[side].rules.flatMap(({ resources, where }, i): Fault[] => {
      const warning = (message: string, key: string): Fault[] => [
        { severity: 'warning', message, path: ['spec', side, 'rules', i, key] },
      ];
      const checked = where === '' ? undefined : compileWhere(where)({});
      if (checked?.ok === false)
        return warning(`Every check of these resources fails here: ${checked.message}`, 'where');
      if (side === 'allow' || open.length === 0 || !resources.includes('auth_connector')) return [];
      return warning(`Roles that allow ${anyOf(open)} override this: deny ${allOf(open)} too`, 'resources');
    }),
  );
  return faults[0];
}

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** What the signed-in user loses, where the role is one of their own. */
function ownChanges(before: unknown, after: unknown, roles: KnownRoles | undefined, own: readonly string[]) {
  const name = textAt(after, 'metadata', 'name');
  if (before === undefined || !own.includes(name)) return [];
  const others = own.flatMap((other) => (other === name ? [] : (roles?.get(other) ?? [])));
  return ownLosses([...others, toRole(before)], [...others, toRole(after)]);
}

/** Names of patterns and templates mean roles that nobody can look up. */
const isExactName = (name: string): boolean => !/[*^$]|\{\{/.test(name);

const role: EditorKind = {
  validate(document) {
    const since = NEWER.get(textAt(document, 'version'));
    const fault = validateRole(document, since !== undefined);
    if (!fault)
      return since !== undefined
        ? { severity: 'warning', message: `Servers before ${since} refuse roles of this version`, path: ['version'] }
        : (optionFault(document) ?? patternFault(document) ?? loginFault(document) ?? ruleFault(document));
    // What one edition refuses another one takes: the server has the word.
    return {
      severity: fault.status === 403 ? 'warning' : 'error',
      path: fault.path,
      message: withoutField(fault.message),
    };
  },
  review: (before, after, { roles, own }) => [...ownChanges(before, after, roles, own), ...reviewRole(before, after)],
  reviewed: ['version', 'metadata.expires', 'spec.allow', 'spec.deny', 'spec.options'],
  /** Roles that its holders may ask for, by exact names. */
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
