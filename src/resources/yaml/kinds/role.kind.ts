import { reviewRole } from '../../../access/review/reviewRole.ts';
import { compilePattern } from '../../../access/pattern.ts';
import { ownLosses, type KnownRoles } from '../../../access/review/roleGrants.ts';
import { toRole } from '../../../access/role.ts';
import { validateRole } from '../../../access/validateRole.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { at, isObject, isSameValue, textAt } from '../../../lib/json.ts';
import { type YamlPath } from '../../../wire/yaml.ts';
import type { EditorKind, Fault } from './kind.ts';
import { itemPlace, readMessage, type MessagePlace } from './errorLocation.ts';
import { namesIn } from './kindReview.ts';

const SIDES = ['allow', 'deny'] as const;

/** The first pod of either side that has not what it needs (resource-specs §1.3). */
function podPlace(document: unknown, isMeant: (pod: unknown) => boolean): YamlPath {
  const lists = SIDES.map((side): YamlPath => ['spec', side, 'kubernetes_resources']);
  const places = lists.map((list) => itemPlace(document, list, isMeant));
  return places.find((place, i) => place !== lists[i]) ?? ['spec', 'allow', 'kubernetes_resources'];
}

const REFUSALS: readonly MessagePlace[] = [
  [/role option (\w+)/, ([option = '']) => ['spec', 'options', option]],
  [/^role field (allow|deny)\.(\w+)/, ([side = '', field = '']) => ['spec', side, ...conditionPath(field)]],
  [/^wildcard matcher is not allowed in (\w+)/, ([field = '']) => ['spec', 'allow', field]],
  [/'(allow|deny)' rule (\d+)/, ([side = '', index = '']) => ['spec', side, 'rules', Number(index)]],
  [/^(allow|deny)\.impersonate/, ([side = '']) => ['spec', side, 'impersonate']],
  [/deny\.(impersonate|request)/, ([field = '']) => ['spec', 'deny', field]],
  [
    /^KubernetesResource kind "(.*)" is invalid/,
    ([kind], document) => podPlace(document, (pod) => at(pod, 'kind') === kind),
  ],
  [
    /^KubernetesResource must include (Namespace|Name)$/,
    ([field = ''], document) => podPlace(document, (pod) => textAt(pod, field.toLowerCase()) === ''),
  ],
  [/^selector \*:/, (_, document) => halfSelector(document)],
  [/request threshold/, () => ['spec', 'allow', 'request', 'thresholds']],
  [/review_requests/, () => ['spec', 'allow', 'review_requests']],
];

/** A selector of all keys and not of all values. */
function halfSelector(document: unknown): YamlPath {
  const allow = at(document, 'spec', 'allow');
  const fields = isObject(allow) ? Object.entries(allow) : [];
  const field = fields.find(([key, labels]) => {
    const values = at(labels, '*');
    return key.endsWith('_labels') && values !== undefined && !isSameValue([values].flat(), ['*']);
  });
  return field ? ['spec', 'allow', field[0], '*'] : ['spec', 'allow'];
}

/** Parts of a request stand in messages without it (http-resources §11.2). */
const conditionPath = (field: string): YamlPath =>
  field === 'thresholds' || field === 'search_as_roles' ? ['request', field] : [field];

/** Known since 14.0 and otherwise as v6: an older server refuses it, a newer one does not. */
const NEWER = 'v7';

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
    const isNewer = textAt(document, 'version') === NEWER;
    const fault = validateRole(isNewer && isObject(document) ? { ...document, version: 'v6' } : document);
    if (!fault)
      return isNewer
        ? { severity: 'warning', message: 'Servers before 14.0 refuse roles of this version', path: ['version'] }
        : patternFault(document);
    // What one edition refuses another one takes: the server has the word.
    return {
      severity: fault.status === 403 ? 'warning' : 'error',
      ...(readMessage(fault.message, document, REFUSALS) ?? { path: [], message: fault.message }),
    };
  },
  refusals: REFUSALS,
  review: (before, after, { roles, own }) => [...ownChanges(before, after, roles, own), ...reviewRole(before, after)],
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
