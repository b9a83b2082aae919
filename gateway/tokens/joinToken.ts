// Validates join tokens (resource-specs §7). Refusals use the reference's texts if it has them.
import { at, isObject, textAt, wordOf } from '../../src/lib/json.ts';
import { faultAt, type DocumentFault } from '../../src/wire/documentFault.ts';
import { parseDuration } from '../../src/wire/duration.ts';
import { list, object, selector, text, texts } from '../../src/wire/shape.ts';

/** The valid roles of a token, in exactly this spelling. */
const ROLES = [
  'Auth',
  'Node',
  'Proxy',
  'Kube',
  'App',
  'Db',
  'WindowsDesktop',
  'Discovery',
  'Okta',
  'MDM',
  'Bot',
  'Trusted_cluster',
  'Admin',
  'ProvisionToken',
  'Signup',
  'Nop',
  'RemoteProxy',
  'Instance',
];

/** A block of allow rules. Each rule needs one of `anyOf`. */
type Block = {
  anyOf: readonly string[];
  required?: string;
  /** A field of the block that is a host name. */
  host?: string;
  /** A field of each rule that is `namespace:service_account`. */
  account?: string;
};

const BLOCKS: Readonly<Record<string, Block>> = {
  github: { anyOf: ['sub', 'repository', 'repository_owner'], host: 'enterprise_server_host' },
  circleci: { anyOf: ['project_id', 'context_id'], required: 'organization_id' },
  kubernetes: { anyOf: ['service_account'], account: 'service_account' },
  azure: { anyOf: ['subscription'] },
  gitlab: { anyOf: ['sub', 'project_path', 'namespace_path'], host: 'domain' },
  gcp: { anyOf: ['project_ids'] },
};

/** The types of all fields that are not checked further below. */
const SPEC = object({
  bot_name: text,
  suggested_labels: selector,
  suggested_agent_matcher_labels: selector,
  allow: list(object({ aws_account: text, aws_arn: text, aws_role: text, aws_regions: texts })),
  ...Object.fromEntries(Object.keys(BLOCKS).map((method) => [method, object({ allow: list(object({})) })])),
});

/** For `token` the name is a secret. The other methods authenticate by identity. */
export function joinMethodOf(document: unknown): string {
  const method = textAt(document, 'spec', 'join_method');
  if (method !== '') return method;
  return listAt(at(document, 'spec', 'allow')).length > 0 ? 'ec2' : 'token';
}

export const rolesOf = (document: unknown): readonly string[] => textsOf(at(document, 'spec', 'roles'));

/** The role of a token that a leaf cluster sends to its root (resource-specs §7). */
export const mayJoinClusters = (document: unknown): boolean =>
  rolesOf(document).some((role) => role.toLowerCase() === 'trusted_cluster');

/** Labels of a token with their values: `suggested_labels` or `suggested_agent_matcher_labels`. */
export function labelsAt(document: unknown, key: string): Readonly<Record<string, readonly string[]>> {
  const labels = at(document, 'spec', key);
  return Object.fromEntries(
    Object.entries(isObject(labels) ? labels : {}).map(([name, values]) => [
      name,
      typeof values === 'string' ? [values] : textsOf(values),
    ]),
  );
}

/** The first fault. */
export function checkToken(document: unknown): DocumentFault | undefined {
  const spec = at(document, 'spec');
  const version = textAt(document, 'version');
  if (version !== 'v2') return faultAt(`token version "${version}" is not supported`, 'version');
  return checkRoles(spec) ?? SPEC.check(spec, 'spec') ?? checkMethod(joinMethodOf(document), spec) ?? checkTtl(spec);
}

function checkRoles(spec: unknown): DocumentFault | undefined {
  const path = ['spec', 'roles'] as const;
  const roles = listAt(at(spec, 'roles'));
  if (roles.length === 0) return faultAt('provisioning token is missing roles', ...path);
  const unknown = roles.findIndex((role) => !ROLES.some((supported) => supported === role));
  if (unknown >= 0) {
    const role = wordOf(roles[unknown]) ?? JSON.stringify(roles[unknown]);
    return faultAt(`role ${role} is not registered`, ...path, unknown);
  }
  const twice = rolesOf({ spec }).findIndex((role, index) => roles.indexOf(role) !== index);
  if (twice >= 0) return faultAt(`role ${wordOf(roles[twice]) ?? ''} is duplicated`, ...path, twice);
  const bot = textAt(spec, 'bot_name');
  if (roles.includes('Bot') && bot === '')
    return faultAt('token with role "Bot" must set bot_name', 'spec', 'bot_name');
  if (!roles.includes('Bot') && bot !== '')
    return faultAt('can only set bot_name on token with role "Bot"', 'spec', 'bot_name');
  return undefined;
}

function checkMethod(method: string, spec: unknown): DocumentFault | undefined {
  const rules = listAt(at(spec, 'allow'));
  switch (method) {
    case 'token':
      return rules.length > 0
        ? faultAt('allow rules are not compatible with the "token" join method', 'spec', 'allow')
        : undefined;
    case 'ec2':
      return checkAws(method, rules, { anyOf: ['aws_account', 'aws_role'], refused: ['aws_arn'] });
    case 'iam':
      return checkAws(method, rules, { anyOf: ['aws_account', 'aws_arn'], refused: ['aws_role', 'aws_regions'] });
    default: {
      const block = Object.hasOwn(BLOCKS, method) ? BLOCKS[method] : undefined;
      return block
        ? checkBlock(method, at(spec, method), block)
        : faultAt(`unknown join method "${method}"`, 'spec', 'join_method');
    }
  }
}

function checkAws(
  method: string,
  rules: readonly unknown[],
  { anyOf, refused }: { anyOf: readonly string[]; refused: readonly string[] },
): DocumentFault | undefined {
  const path = ['spec', 'allow'] as const;
  if (rules.length === 0) return faultAt(`the "${method}" join method requires defined token allow rules`, ...path);
  for (const [i, rule] of rules.entries()) {
    const invalid = refused.find((field) => isGiven(at(rule, field)));
    if (invalid !== undefined)
      return faultAt(`the "${method}" join method does not support the "${invalid}" parameter`, ...path, i, invalid);
    if (!anyOf.some((field) => isGiven(at(rule, field)))) {
      const fieldNames = anyOf.map((field) => `"${field}"`).join(' or ');
      return faultAt(`allow rule for "${method}" join method must set ${fieldNames}`, ...path, i);
    }
  }
  return undefined;
}

function checkBlock(method: string, block: unknown, config: Block): DocumentFault | undefined {
  const { anyOf, required, host, account } = config;
  if (!isObject(block))
    return faultAt(`"${method}" configuration must be provided for the join method "${method}"`, 'spec', method);
  if (required !== undefined && !isGiven(block[required])) return `spec.${method}.${required} is missing`;
  const rules = listAt(block['allow']);
  if (rules.length === 0)
    return faultAt(`the "${method}" join method requires defined ${method} allow rules`, 'spec', method, 'allow');
  const wanting = rules.findIndex((rule) => !anyOf.some((field) => isGiven(at(rule, field))));
  if (wanting >= 0) return `spec.${method}.allow[${wanting}] must set ${anyOf.join(' or ')}`;
  if (host !== undefined && textAt(block, host).includes('/'))
    return faultAt(`'spec.${method}.${host}' should not contain the scheme or path`, 'spec', method, host);
  if (account === undefined) return undefined;
  const names = rules.map((rule) => textAt(rule, account));
  const invalid = names.findIndex((name) => name.split(':').length !== 2);
  if (invalid < 0) return undefined;
  const format = 'name of service account should be in format "namespace:service_account"';
  const message = `allow[${invalid}].${account}: ${format}, got "${names[invalid] ?? ''}" instead`;
  return faultAt(message, 'spec', method, 'allow', invalid, account);
}

function checkTtl(spec: unknown): string | undefined {
  const ttl = at(spec, 'aws_iid_ttl');
  if (ttl === undefined || ttl === null || ttl === '') return undefined;
  const parsed = typeof ttl === 'string' ? parseDuration(ttl) : undefined;
  return parsed?.ok ? undefined : `spec.aws_iid_ttl: expected a duration such as 5m, got ${JSON.stringify(ttl)}`;
}

const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): readonly string[] => listAt(value).filter((item) => typeof item === 'string');
const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
