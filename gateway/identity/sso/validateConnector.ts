// What is refused when a connector is saved (http-resources §11.3, resource-specs §3, §4). GitHub's messages are the wire's.
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { at } from '../../../src/lib/json.ts';
import type { StoredConnector } from '../../store/connectors.ts';
import { GITHUB, OIDC } from './connector.ts';
import { compileClaimRule } from './claimRules.ts';
import { trustedUrl } from './trustedUrl.ts';

const RESERVED_NAMES: ReadonlySet<string> = new Set(['local', 'passwordless', 'headless']);

type Draft = Pick<StoredConnector, 'kind' | 'name' | 'document'>;

/** The first thing wrong with a document of this kind; undefined when it can be stored. */
export function validateConnector({ kind, name, document }: Draft, hasRole: (role: string) => boolean) {
  return (
    (kind === 'github' ? checkGithub(document, hasRole) : checkOidc(name, document)) ??
    checkMetadata(at(document, 'metadata'))
  );
}

function checkGithub(document: unknown, hasRole: (role: string) => boolean): string | undefined {
  const { version, spec } = GITHUB.read(document);
  if (version !== 'v3') return `GitHub connector resource version "${version}" is not supported`;
  const wrong = GITHUB.check(document, '');
  if (wrong !== undefined) return wrong;
  const { teams_to_roles, teams_to_logins } = spec;
  if (teams_to_roles.length + teams_to_logins.length === 0) {
    return 'team_to_logins or team_to_roles mapping is invalid, no mappings defined.';
  }
  const nameless = teamless('team_to_logins', teams_to_logins) ?? teamless('team_to_roles', teams_to_roles);
  if (nameless !== undefined) return nameless;
  for (const { organization, logins } of teams_to_logins) {
    const unknown = logins.find((role) => !hasRole(role));
    if (unknown !== undefined) {
      return `since 6.0 teleport uses teams_to_logins to reference a role, role "${unknown}" referenced in mapping for organization "${organization}" is not found`;
    }
  }
  return (
    checkAddress('endpoint_url', spec.endpoint_url) ??
    checkAddress('api_endpoint_url', spec.api_endpoint_url) ??
    checkCallback(spec.redirect_url)
  );
}

function teamless(mapping: string, entries: readonly { team: string }[]): string | undefined {
  const index = entries.findIndex(({ team }) => team === '');
  return index < 0 ? undefined : `${mapping} mapping #${index + 1} is invalid, team is empty.`;
}

function checkOidc(name: string, document: unknown): string | undefined {
  const { version, spec } = OIDC.read(document);
  if (version !== 'v3' && version !== 'v2') return `OIDC connector resource version "${version}" is not supported`;
  if (RESERVED_NAMES.has(name)) return `the name "${name}" is reserved for a login method of the cluster`;
  const wrong = OIDC.check(document, '');
  if (wrong !== undefined) return wrong;
  if (spec.issuer_url === '') return 'spec.issuer_url is missing: the address of the provider';
  if (spec.client_id === '') return 'spec.client_id is missing';
  if (spec.redirect_url.length === 0)
    return 'spec.redirect_url is missing: the address the provider sends users back to';
  if (spec.google_service_account !== '' || spec.google_service_account_uri !== '') {
    return 'this gateway does not support Google Workspace groups. Remove google_service_account and google_service_account_uri';
  }
  return (
    checkAddress('issuer_url', spec.issuer_url) ??
    spec.redirect_url.map(checkCallback).find((fault) => fault !== undefined) ??
    checkClaims(spec.claims_to_roles)
  );
}

function checkClaims(rules: ReturnType<typeof OIDC.read>['spec']['claims_to_roles']): string | undefined {
  if (rules.length === 0) return 'spec.claims_to_roles is missing: no user could sign in';
  for (const [i, rule] of rules.entries()) {
    const at = `spec.claims_to_roles[${i}]`;
    if (rule.claim === '') return `${at}: claim is missing`;
    if (rule.value === '') return `${at}: value is missing`;
    if (rule.roles.length === 0) return `${at}: roles are missing`;
    const compiled = compileClaimRule(rule);
    if (!compiled.ok) return `${at}: ${compiled.message}`;
  }
  return undefined;
}

/** Secrets and codes are sent there. */
function checkAddress(field: string, value: string): string | undefined {
  if (value === '' || trustedUrl(value)) return undefined;
  return `spec.${field}: expected an https address (http only on this machine), got "${value}"`;
}

/** Browsers are sent there: plain HTTP is the administrator's own choice, anything but the web is none. */
function checkCallback(value: string): string | undefined {
  const fits = value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
  return fits ? undefined : `spec.redirect_url: expected an address, got "${value}"`;
}
