import { formatDuration } from '../../lib/dates.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import { createAccess } from '../access.ts';
import { HeldRole } from '../heldRole.ts';
import { deniedNames } from '../resources.ts';
import { hours } from '../review/optionChanges.ts';
import { allOf, anyOf } from '../../lib/sentence.ts';
import type { Explanation, Part, Question } from './explainResource.ts';
import type { ItemCondition, RuleExplanation } from './explainRule.ts';
import {
  FIELD_LABELS,
  FIELDS_OF_KIND,
  KIND_LABELS,
  requestedNames,
  type AsWhom,
  type UsableNames,
  type UsedField,
} from './names.ts';

export type Answer = { verdict: 'yes' | 'no' | 'depends'; title: string; why: string };

const rolesThat = (parts: readonly Part[], stand: Part['stand']): readonly string[] =>
  parts.filter((part) => part.stand === stand).map(({ role }) => role);

/** Roles whose allow side has one of these `stand` values, even if their deny side denies. */
const rolesAllowing = (parts: readonly Part[], ...stands: readonly Part['stand'][]): readonly string[] =>
  parts.filter(({ stand, allowSide }) => stands.includes(allowSide ?? stand)).map(({ role }) => role);

/** The answer in one sentence, and its basis in one or two more. */
export function answerOf(userName: string, kind: ReachableKind, as: AsWhom, explanation: Explanation): Answer {
  const { verdict, parts } = explanation;
  const requested = requestedNames(kind, as);
  const kindLabel = KIND_LABELS[kind];
  const deed =
    requested.length > 0
      ? `${allOf(requested.map(({ field, value }) => FIELD_LABELS[field].use(value)))} here`
      : `access this ${kindLabel}`;
  if (verdict.ok)
    return {
      verdict: 'yes',
      title: `Yes, ${userName} may ${deed}`,
      why: `${allOf(rolesThat(parts, 'allows'))} ${rolesThat(parts, 'allows').length === 1 ? 'allows' : 'allow'} it, and none of the roles denies it.`,
    };
  const [denying, faulty, reaching, allowing] = [
    rolesThat(parts, 'denies'),
    rolesThat(parts, 'faulty'),
    rolesAllowing(parts, 'reaches', 'allows'),
    rolesAllowing(parts, 'allows'),
  ];
  const names = anyOf(requested.map(({ field, value }) => `the ${FIELD_LABELS[field].noun} ${value}`));
  const isAllowed = allowing.length > 0;
  const sentences = [
    faulty.length > 0 && `An error in ${allOf(faulty)} makes every check of this ${kindLabel} fail.`,
    isAllowed &&
      denying.length > 0 &&
      (allowing.every((role) => denying.includes(role))
        ? `${allOf(denying)} ${denying.length === 1 ? 'denies' : 'deny'} it.`
        : `${allOf(allowing)} would allow it, but ${denyPhrase(denying)}.`),
    !isAllowed &&
      reaching.length > 0 &&
      `The ${kindLabel} is reachable through ${allOf(reaching)}, but none of the roles allows ${names}${denying.length > 0 ? `, and ${denyPhrase(denying)}` : ''}.`,
    !isAllowed &&
      reaching.length === 0 &&
      faulty.length === 0 &&
      `None of the roles matches the labels of this ${kindLabel}${denying.length > 0 ? `, and ${denyPhrase(denying)}` : ''}.`,
  ];
  return { verdict: 'no', title: `No, ${userName} may not ${deed}`, why: sentences.filter(Boolean).join(' ') };
}

/** The same for a right on platform resources. */
export function ruleAnswerOf(userName: string, kind: string, verb: string, explanation: RuleExplanation): Answer {
  const { verdict, parts, conditions } = explanation;
  const right = `${kind}: ${verb}`;
  if (conditions.length > 0)
    return {
      verdict: 'depends',
      title: `Depends on the item: ${userName} has ${right} for some`,
      why: conditions.map(conditionSentence).join(' '),
    };
  const [denying, allowing] = [rolesThat(parts, 'denies'), rolesThat(parts, 'allows')];
  if (verdict.ok)
    return {
      verdict: 'yes',
      title: `Yes, ${userName} has ${right}`,
      why: `${allOf(allowing)} ${allowing.length === 1 ? 'allows' : 'allow'} it, and none of the roles denies it.`,
    };
  const broken = verdict.cause === 'fault' ? verdict.by[0]?.role : undefined;
  const why =
    broken !== undefined
      ? `A condition of ${broken} has an error, and every check of ${kind} fails because of it.`
      : denying.length > 0
        ? `${allowing.length > 0 ? `${allOf(allowing)} would allow it, but ` : ''}${allOf(denying)} ${denying.length === 1 ? 'denies' : 'deny'} it.`
        : `None of the roles has a rule for ${verb} on ${kind}.`;
  return { verdict: 'no', title: `No, ${userName} lacks ${right}`, why };
}

const conditionSentence = ({ role, side, where }: ItemCondition): string =>
  side === 'allow' ? `${role} allows it only where ${where}.` : `${role} denies it where ${where}.`;

const denyPhrase = (roles: readonly string[]): string =>
  roles.length === 1 ? 'one denies it' : `${roles.length} deny it`;

/** What a user can do with a resource: the names to use, and the terms. */
export type Entitlement = {
  reaches: boolean;
  names: readonly UsableNames[];
  /** `with MFA for each session`, `at most 8 h`. */
  terms: readonly string[];
};

export function entitlementOf(userName: string, question: Omit<Question, 'as'>): Entitlement {
  const { roles, traits, kind, labels } = question;
  const access = createAccess({ userName, roles, traits });
  const heldRoles = roles.map((role) => new HeldRole(role, traits));
  const reaches = access.resource(kind, labels).ok;
  if (!reaches) return { reaches, names: [], terms: [] };
  const values: Readonly<Record<UsedField, () => readonly string[]>> = {
    logins: () => access.logins(labels),
    windows_desktop_logins: () => access.windowsLogins(labels),
    db_users: () => access.dbUsers().filter((dbUser) => access.resource('db', labels, { dbUser }).ok),
    db_names: () => access.dbNames().filter((dbName) => access.resource('db', labels, { dbName }).ok),
    kubernetes_groups: () => access.kubeGroups(labels),
    kubernetes_users: () => access.kubeUsers(labels),
    aws_role_arns: () => access.awsRoleArns(labels),
  };
  const options = access.options();
  const isModerated =
    (kind === 'node' && access.isModerated('ssh')) || (kind === 'kube_cluster' && access.isModerated('k8s'));
  const terms = [
    access.requiresSessionMfa(kind, labels) && 'with MFA for each session',
    isModerated && 'with other participants present',
    recordingMessage(kind, options),
    kind === 'db' && options.dbReadOnly && 'read-only in the query console',
    kind === 'kube_cluster' && !access.pods(labels).allowsAny && 'without any pod',
    `at most ${hours(options.maxSessionTtlMs)}`,
    options.clientIdleTimeoutMs > 0 && `ended after ${formatDuration(options.clientIdleTimeoutMs)} without input`,
  ];
  return {
    reaches,
    names: FIELDS_OF_KIND[kind].map((field) => ({
      field,
      values: values[field](),
      except: deniedNames(heldRoles, field),
    })),
    terms: terms.filter((term) => term !== false && term !== undefined),
  };
}

function recordingMessage(
  kind: ReachableKind,
  { recordSsh, recordDesktop }: ReturnType<ReturnType<typeof createAccess>['options']>,
): string | undefined {
  if (kind === 'windows_desktop') return recordDesktop ? 'recorded' : 'not recorded';
  if (kind !== 'node') return undefined;
  return recordSsh === 'strict' ? 'only with recording' : 'recorded if the cluster records';
}
