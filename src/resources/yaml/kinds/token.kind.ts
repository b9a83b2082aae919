import { at, isObject } from '../../../lib/json.ts';
import type { EditorKind } from './kind.ts';
import { itemPlace, type MessagePlace } from './errorLocation.ts';

const ROLES = ['spec', 'roles'];
const ALLOW = ['spec', 'allow'];

/** A field that is there, even if another kind of value was meant. */
const has = (rule: unknown, field: string): boolean => {
  const value = at(rule, field);
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
};

/** Of a method whose rules stand in a block of their own (resource-specs §7.1). */
const blockOf = (method: string, document: unknown) =>
  isObject(at(document, 'spec', method)) ? ['spec', method, 'allow'] : ALLOW;

/** The reference's words (resource-specs §7). */
const REFUSALS: readonly MessagePlace[] = [
  [/^provisioning token is missing roles$/, () => ROLES],
  [/^role (.+) is not registered$/, ([role], document) => itemPlace(document, ROLES, (item) => String(item) === role)],
  [
    /^role (.+) is duplicated$/,
    ([role], document) => {
      const roles = at(document, ...ROLES);
      return Array.isArray(roles) ? [...ROLES, roles.lastIndexOf(role)] : ROLES;
    },
  ],
  [/set bot_name on token|must set bot_name$/, () => ['spec', 'bot_name']],
  [/^allow rules are not compatible/, () => ALLOW],
  [
    /does not support the "(\w+)" parameter$/,
    ([field = ''], document) => {
      const place = itemPlace(document, ALLOW, (rule) => has(rule, field));
      return place === ALLOW ? place : [...place, field];
    },
  ],
  [
    /^allow rule for "\w+" join method must set "(\w+)" or "(\w+)"$/,
    (anyOf, document) => itemPlace(document, ALLOW, (rule) => !anyOf.some((field) => has(rule, field))),
  ],
  [/^the "(\w+)" join method requires defined/, ([method = ''], document) => blockOf(method, document)],
  [/^"(\w+)" configuration must be provided/, ([method = '']) => ['spec', method]],
  [/^unknown join method /, () => ['spec', 'join_method']],
];

const token: EditorKind = {
  refusals: REFUSALS,
  takesEffect: 'At once. Agents that already joined stay.',
};
export default token;
