// What a server refuses when a role is saved (http-resources §11.1, §11.2; resource-specs §1.9). Messages are the wire's.
import { at, textAt } from '../lib/json.ts';
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax } from '../wire/predicate/syntax.ts';
import { checkMetadata } from './checkMetadata.ts';
import { checkPatternLimits } from './patternLimits.ts';
import { toRole, type Conditions, type Role, type Side } from './role.ts';
import { ROLE, type LabelField } from './roleShape.ts';
import { compileCondition, contains, equals, type Dialect } from './conditions.ts';

export type RoleFault = { status: 400 | 403; message: string };

const VERSIONS: ReadonlySet<string> = new Set(['v3', 'v4', 'v5', 'v6']);
const SYSTEM_ROLES: ReadonlySet<string> = new Set([
  ...['Auth', 'Node', 'Proxy', 'Admin', 'ProvisionToken', 'Trusted_cluster', 'Signup', 'Nop', 'RemoteProxy', 'Kube'],
  ...['App', 'Db', 'WindowsDesktop', 'Bot', 'Instance', 'Discovery', 'Okta', 'MDM'],
]);
const RECORDABLE: ReadonlySet<string> = new Set(['command', 'disk', 'network']);
const LOCK_MODES: ReadonlySet<string> = new Set(['', 'strict', 'best_effort']);
const NO_WILDCARDS = ['logins', 'aws_role_arns', 'azure_identities', 'gcp_service_accounts', 'db_roles'] as const;
/** Selectors in which the key `*` needs the value `*`. */
const STRICT_SELECTORS: readonly LabelField[] = [
  ...(['node_labels', 'app_labels', 'kubernetes_labels', 'db_labels'] as const),
  ...(['windows_desktop_labels', 'group_labels'] as const),
];

/** undefined when a server takes the document. Kind and name are the caller's to compare with what was asked for. */
export function validateRole(json: unknown): RoleFault | undefined {
  const role = toRole(json);
  const message =
    (VERSIONS.has(role.version) ? undefined : `role version "${role.version}" is not supported`) ??
    ROLE.check(json, '') ??
    checkMetadata(at(json, 'metadata')) ??
    checkName(textAt(json, 'metadata', 'name')) ??
    checkOptions(role) ??
    checkAllow(role.spec.allow) ??
    checkDeny(role.spec.deny) ??
    checkSide('allow', role.spec.allow) ??
    checkSide('deny', role.spec.deny) ??
    checkPatternLimits(role);
  if (message !== undefined) return { status: 400, message };
  const enterprise = enterpriseOnly(role);
  return enterprise === undefined ? undefined : { status: 403, message: enterprise };
}

const checkName = (name: string): string | undefined => (SYSTEM_ROLES.has(name) ? `reserved role: ${name}` : undefined);

function checkOptions({ spec: { options } }: Role): string | undefined {
  const event = options.enhanced_recording.find((value) => !RECORDABLE.has(value));
  if (event !== undefined) return `invalid value for role option enhanced_recording: ${event}`;
  return LOCK_MODES.has(options.lock) ? undefined : `invalid value for role option lock: ${options.lock}`;
}

function checkAllow(allow: Conditions): string | undefined {
  const open = NO_WILDCARDS.find((field) => allow[field].includes('*'));
  if (open) return `wildcard matcher is not allowed in ${open}`;
  const half = STRICT_SELECTORS.some((field) => {
    const values = Object.hasOwn(allow[field], '*') ? allow[field]['*'] : undefined;
    return values && !(values.length === 1 && values[0] === '*');
  });
  if (half) return 'selector *:<val> is not supported';
  for (const { filter } of allow.request?.thresholds ?? []) {
    const wrong = checkFilter(filter, 'threshold');
    if (wrong) return `failed to parse the filter of a request threshold: ${wrong}`;
  }
  const wrong = checkFilter(allow.review_requests?.where ?? '', 'review');
  return wrong && `failed to parse the condition of review_requests: ${wrong}`;
}

function checkDeny({ impersonate, request }: Conditions): string | undefined {
  if (impersonate?.where) return "'where' is not supported in deny.impersonate conditions";
  if (request && request.thresholds.length > 0) return 'deny.request cannot set thresholds';
  return undefined;
}

function checkSide(side: Side, conditions: Conditions): string | undefined {
  for (const [index, { resources, verbs }] of conditions.rules.entries()) {
    if (resources.length === 0) return `failed to process '${side}' rule ${index}: missing resources to match`;
    if (verbs.length === 0) return `failed to process '${side}' rule ${index}: missing verbs`;
  }
  for (const { kind, namespace, name } of conditions.kubernetes_resources) {
    if (kind !== 'pod') return `KubernetesResource kind "${kind}" is invalid or unsupported; Supported: [pod]`;
    if (namespace === '') return 'KubernetesResource must include Namespace';
    if (name === '') return 'KubernetesResource must include Name';
  }
  const { impersonate } = conditions;
  if (impersonate && impersonate.users.length > 0 && impersonate.roles.length === 0)
    return `${side}.impersonate names users and no roles`;
  return undefined;
}

/** Parts of a role that the open-source server refuses with 403 (http-resources §11.2); undefined when there are none. */
function enterpriseOnly({ spec: { options, allow } }: Role): string | undefined {
  const part = enterprisePart();
  return part && `role ${part} is only available in enterprise subscriptions`;

  function enterprisePart(): string | undefined {
    if (options.max_sessions > 0) return 'option max_sessions';
    if (options.request_access === 'reason' || options.request_access === 'always')
      return `option request_access: ${options.request_access}`;
    if (options.pin_source_ip) return 'option pin_source_ip';
    if (options.require_session_mfa === 'hardware_key' || options.require_session_mfa === 'hardware_key_touch')
      return `option require_session_mfa: ${options.require_session_mfa}`;
    if (allow.request && allow.request.thresholds.length > 0) return 'field allow.thresholds';
    if (allow.review_requests && !isEmpty(allow.review_requests)) return 'field allow.review_requests';
    if (allow.request && allow.request.search_as_roles.length > 0) return 'field allow.search_as_roles';
    return undefined;
  }
}

/** Nothing in it says anything. */
const isEmpty = (fields: Readonly<Record<string, string | readonly unknown[]>>): boolean =>
  Object.values(fields).every((value) => value.length === 0);

// Conditions of access requests (resource-specs §23): unlike those of rules they are looked at when a role is saved.
const NAMES = {
  review: {
    values: ['reviewer.roles', 'request.roles', 'request.reason'],
    maps: ['reviewer.traits', 'request.system_annotations'],
  },
  threshold: {
    values: ['reviewer.roles', 'request.roles', 'request.reason', 'review.reason'],
    maps: ['reviewer.traits', 'request.system_annotations', 'review.annotations'],
  },
};

const dialect = ({ values, maps }: { values: readonly string[]; maps: readonly string[] }): Dialect<undefined> => ({
  comparisons: false,
  identifier: (path) =>
    values.includes(path.join('.')) || (path.length === 3 && maps.includes(path.slice(0, 2).join('.')))
      ? () => []
      : undefined,
  functions: {
    equals: ([a, b]) => equals(a, b),
    contains: ([list, item]) => contains(list, item),
  },
});

/** What is wrong with a condition; undefined when it is fine or empty. */
function checkFilter(text: string, context: keyof typeof NAMES): string | undefined {
  if (text.trim() === '') return undefined;
  const checked = catchFault(() => {
    compileCondition(parseSyntax(text), dialect(NAMES[context]))(undefined);
    return { ok: true } as const;
  });
  return checked.ok ? undefined : checked.message;
}
