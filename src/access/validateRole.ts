// The errors of a server when a role is saved (http-resources §11.1, §11.2, resource-specs §1.9). Messages match the
// wire.
import { at, textAt } from '../lib/json.ts';
import { faultAt, toFieldFault, type FieldFault, type FieldPath } from '../wire/documentFault.ts';
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax } from '../wire/predicate/syntax.ts';
import { checkMetadata } from './checkMetadata.ts';
import { checkPatternLimits } from './patternLimits.ts';
import { toRole, type Conditions, type Role, type Side } from './role.ts';
import { ROLE, type LabelField } from './roleShape.ts';
import { compileCondition, contains, equals, type Dialect } from './conditions.ts';

export type RoleFault = FieldFault & { status: 400 | 403 };

const VERSIONS: ReadonlySet<string> = new Set(['v3', 'v4', 'v5', 'v6']);
const SYSTEM_ROLES: ReadonlySet<string> = new Set([
  ...['Auth', 'Node', 'Proxy', 'Admin', 'ProvisionToken', 'Trusted_cluster', 'Signup', 'Nop', 'RemoteProxy', 'Kube'],
  ...['App', 'Db', 'WindowsDesktop', 'Bot', 'Instance', 'Discovery', 'Okta', 'MDM'],
]);
const RECORDABLE: ReadonlySet<string> = new Set(['command', 'disk', 'network']);
const LOCK_MODES: ReadonlySet<string> = new Set(['', 'strict', 'best_effort']);
const EXTENSION_TYPES: ReadonlySet<string> = new Set(['', 'ssh']);
const EXTENSION_MODES: ReadonlySet<string> = new Set(['', 'extension']);
const NO_WILDCARDS = ['logins', 'aws_role_arns', 'azure_identities', 'gcp_service_accounts', 'db_roles'] as const;
/** Selectors in which the key `*` needs the value `*`. */
const STRICT_SELECTORS: readonly LabelField[] = [
  ...(['node_labels', 'app_labels', 'kubernetes_labels', 'db_labels'] as const),
  ...(['windows_desktop_labels', 'group_labels'] as const),
];

/**
 * Undefined if a server accepts the document. The caller compares kind and name with the request. A role of a newer
 * version is only accepted with `takesNewer`, for any Kubernetes objects: their rules differ (resource-specs §1.6).
 */
export const validateRole = (json: unknown, takesNewer = false): RoleFault | undefined =>
  roleFaults(json, takesNewer)[0];

/** The same with the further errors that a server would report in other fields. */
export function roleFaults(json: unknown, takesNewer: boolean): readonly RoleFault[] {
  const role = toRole(json);
  const { allow, deny } = role.spec;
  const isNewer = takesNewer && !VERSIONS.has(role.version);
  const isKnown = isNewer || VERSIONS.has(role.version);
  const faults = [
    isKnown ? undefined : faultAt(`role version "${role.version}" is not supported`, 'version'),
    ROLE.check(json, ''),
    checkMetadata(at(json, 'metadata')),
    checkName(textAt(json, 'metadata', 'name')),
    ...checkOptions(role),
    ...checkAllow(allow),
    checkDeny(deny),
    ...checkSide('allow', allow, isNewer),
    ...checkSide('deny', deny, isNewer),
    checkPatternLimits(role),
  ].flatMap((fault): RoleFault[] => (fault === undefined ? [] : [{ status: 400, ...toFieldFault(fault) }]));
  const enterprise = faults.length === 0 ? enterpriseOnly(role) : undefined;
  return enterprise ? [{ status: 403, ...enterprise }] : faults;
}

const checkName = (name: string): FieldFault | undefined =>
  SYSTEM_ROLES.has(name) ? faultAt(`reserved role: ${name}`, 'metadata', 'name') : undefined;

function checkOptions({ spec: { options } }: Role): readonly FieldFault[] {
  const invalid = (option: string, value: string) =>
    faultAt(`invalid value for role option ${option}: ${value}`, 'spec', 'options', option);
  return [
    ...options.enhanced_recording
      .filter((value) => !RECORDABLE.has(value))
      .map((value) => invalid('enhanced_recording', value)),
    ...(LOCK_MODES.has(options.lock) ? [] : [invalid('lock', options.lock)]),
    ...checkExtensions(options),
  ];
}

function checkExtensions({ cert_extensions: extensions }: Role['spec']['options']): readonly FieldFault[] {
  const invalid = (i: number, key: string, value: string) =>
    faultAt(`invalid certificate extension ${key}: "${value}"`, 'spec', 'options', 'cert_extensions', i, key);
  return extensions.flatMap(({ type, mode }, i) => [
    ...(EXTENSION_TYPES.has(type) ? [] : [invalid(i, 'type', type)]),
    ...(EXTENSION_MODES.has(mode) ? [] : [invalid(i, 'mode', mode)]),
  ]);
}

function checkAllow(allow: Conditions): readonly FieldFault[] {
  const open = NO_WILDCARDS.filter((field) => allow[field].includes('*'));
  const half = STRICT_SELECTORS.filter((field) => {
    const values = Object.hasOwn(allow[field], '*') ? allow[field]['*'] : undefined;
    return values && !(values.length === 1 && values[0] === '*');
  });
  const checked = (label: string, wrong: string | undefined, path: FieldPath) =>
    wrong === undefined ? [] : [faultAt(`failed to parse the ${label}: ${wrong}`, 'spec', 'allow', ...path)];
  const thresholds = (allow.request?.thresholds ?? []).map(({ filter }) => checkFilter(filter, 'threshold'));
  const where = checkFilter(allow.review_requests?.where ?? '', 'review');
  return [
    ...open.map((field) => faultAt(`wildcard matcher is not allowed in ${field}`, 'spec', 'allow', field)),
    ...half.map((field) => faultAt('selector *:<val> is not supported', 'spec', 'allow', field, '*')),
    ...thresholds.flatMap((wrong, i) =>
      checked('filter of a request threshold', wrong, ['request', 'thresholds', i, 'filter']),
    ),
    ...checked('condition of review_requests', where, ['review_requests', 'where']),
  ];
}

const DENY_THRESHOLDS = 'deny.request cannot contain thresholds, set denial counts in allow.request.thresholds instead';

function checkDeny({ impersonate, request }: Conditions): FieldFault | undefined {
  if (impersonate?.where)
    return faultAt("'where' is not supported in deny.impersonate conditions", 'spec', 'deny', 'impersonate', 'where');
  if (request && request.thresholds.length > 0)
    return faultAt(DENY_THRESHOLDS, 'spec', 'deny', 'request', 'thresholds');
  return undefined;
}

function checkSide(side: Side, conditions: Conditions, isNewer: boolean): readonly FieldFault[] {
  const { rules, kubernetes_resources: objects, impersonate } = conditions;
  const wrong = (message: string | undefined, ...path: FieldPath) =>
    message === undefined ? [] : [faultAt(message, 'spec', side, ...path)];
  return [
    ...rules.flatMap(({ resources, verbs }, i) => {
      const missing = resources.length === 0 ? 'resources to match' : verbs.length === 0 ? 'verbs' : undefined;
      return wrong(missing && `failed to process '${side}' rule ${i}: missing ${missing}`, 'rules', i);
    }),
    ...(isNewer ? [] : objects).flatMap((object, i) => wrong(objectFault(object), 'kubernetes_resources', i)),
    ...(impersonate && impersonate.users.length > 0 && impersonate.roles.length === 0
      ? wrong('please set both impersonate.users and impersonate.roles for user impersonation', 'impersonate')
      : []),
  ];
}

function objectFault({ kind, namespace, name }: Conditions['kubernetes_resources'][number]): string | undefined {
  if (kind !== 'pod') return `KubernetesResource kind "${kind}" is invalid or unsupported; Supported: [pod]`;
  if (namespace === '') return 'KubernetesResource must include Namespace';
  return name === '' ? 'KubernetesResource must include Name' : undefined;
}

/** Parts of a role that the open-source server refuses with 403 (http-resources §11.2). Undefined if there are none. */
function enterpriseOnly({ spec: { options, allow } }: Role): FieldFault | undefined {
  const enterprise = (part: string, ...path: FieldPath) =>
    faultAt(`role ${part} is only available in enterprise subscriptions`, 'spec', ...path);
  const option = (name: keyof typeof options, value = '') =>
    enterprise(`option ${name}${value && `: ${value}`}`, 'options', name);
  const { request_access, require_session_mfa } = options;
  if (options.max_sessions > 0) return option('max_sessions');
  if (request_access === 'reason' || request_access === 'always') return option('request_access', request_access);
  if (options.pin_source_ip) return option('pin_source_ip');
  if (require_session_mfa === 'hardware_key' || require_session_mfa === 'hardware_key_touch')
    return option('require_session_mfa', require_session_mfa);
  if (allow.request && allow.request.thresholds.length > 0)
    return enterprise('field allow.thresholds', 'allow', 'request', 'thresholds');
  if (allow.review_requests && !isEmpty(allow.review_requests))
    return enterprise('field allow.review_requests', 'allow', 'review_requests');
  if (allow.request && allow.request.search_as_roles.length > 0)
    return enterprise('field allow.search_as_roles', 'allow', 'request', 'search_as_roles');
  return undefined;
}

/** All its fields are empty. */
const isEmpty = (fields: Readonly<Record<string, string | readonly unknown[]>>): boolean =>
  Object.values(fields).every((value) => value.length === 0);

// Conditions of access requests (resource-specs §23): unlike those of rules they are validated when a role is saved.
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
  functions: { equals: ([a, b]) => equals(a, b), contains: ([list, item]) => contains(list, item) },
});

/** The error of a condition. Undefined if it is valid or empty. */
function checkFilter(text: string, context: keyof typeof NAMES): string | undefined {
  if (text.trim() === '') return undefined;
  const checked = catchFault(() => {
    compileCondition(parseSyntax(text), dialect(NAMES[context]))(undefined);
    return { ok: true } as const;
  });
  return checked.ok ? undefined : checked.message;
}
