// The checks when a connector is saved (http-resources §11.3, resource-specs §3, §4). The GitHub messages are the
// wire's.
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { at } from '../../../src/lib/json.ts';
import { faultAt, type DocumentFault, type FieldFault } from '../../../src/wire/documentFault.ts';
import type { StoredConnector } from '../../store/connectors.ts';
import { GITHUB, OIDC } from './connector.ts';
import { compileClaimRule } from './claimRules.ts';
import { trustedUrl } from './trustedUrl.ts';

const RESERVED_NAMES: ReadonlySet<string> = new Set(['local', 'passwordless', 'headless']);

type Draft = Pick<StoredConnector, 'kind' | 'name' | 'document'>;

/** The first fault of a document of this kind. undefined if it can be stored. */
export function validateConnector({ kind, name, document }: Draft, hasRole: (role: string) => boolean) {
  return (
    (kind === 'github' ? checkGithub(document, hasRole) : checkOidc(name, document)) ??
    checkMetadata(at(document, 'metadata'))
  );
}

const unsupported = (feature: string, version: string): FieldFault =>
  faultAt(`${feature} connector resource version "${version}" is not supported`, 'version');

function checkGithub(document: unknown, hasRole: (role: string) => boolean): DocumentFault | undefined {
  const { version, spec } = GITHUB.read(document);
  if (version !== 'v3') return unsupported('GitHub', version);
  const wrong = GITHUB.check(document, '');
  if (wrong !== undefined) return wrong;
  const { teams_to_roles, teams_to_logins } = spec;
  if (teams_to_roles.length + teams_to_logins.length === 0) {
    return faultAt(
      'team_to_logins or team_to_roles mapping is invalid, no mappings defined.',
      ...['spec', 'teams_to_roles'],
    );
  }
  const nameless = teamless('team_to_logins', teams_to_logins) ?? teamless('team_to_roles', teams_to_roles);
  if (nameless !== undefined) return nameless;
  for (const [i, { organization, logins }] of teams_to_logins.entries()) {
    const unknown = logins.find((role) => !hasRole(role));
    if (unknown !== undefined) {
      return faultAt(
        `since 6.0 teleport uses teams_to_logins to reference a role, role "${unknown}" referenced in mapping for organization "${organization}" is not found`,
        ...['spec', 'teams_to_logins', i, 'logins', logins.indexOf(unknown)],
      );
    }
  }
  return (
    checkAddress('endpoint_url', spec.endpoint_url) ??
    checkAddress('api_endpoint_url', spec.api_endpoint_url) ??
    checkCallback(spec.redirect_url)
  );
}

function teamless(mapping: 'team_to_logins' | 'team_to_roles', entries: readonly { team: string }[]) {
  const index = entries.findIndex(({ team }) => team === '');
  if (index < 0) return undefined;
  const list = mapping.replace('team', 'teams');
  return faultAt(`${mapping} mapping #${index + 1} is invalid, team is empty.`, 'spec', list, index, 'team');
}

function checkOidc(name: string, document: unknown): DocumentFault | undefined {
  const { version, spec } = OIDC.read(document);
  if (version !== 'v3' && version !== 'v2') return unsupported('OIDC', version);
  if (RESERVED_NAMES.has(name))
    return faultAt(`the name "${name}" is reserved for a login method of the cluster`, 'metadata', 'name');
  const wrong = OIDC.check(document, '');
  if (wrong !== undefined) return wrong;
  if (spec.issuer_url === '') return 'spec.issuer_url is missing: the address of the provider';
  if (spec.client_id === '') return 'spec.client_id is missing';
  if (spec.redirect_url.length === 0)
    return 'spec.redirect_url is missing: the address the provider sends users back to';
  const google = (['google_service_account', 'google_service_account_uri'] as const).find((key) => spec[key] !== '');
  if (google !== undefined) {
    return faultAt(
      'this gateway does not support Google Workspace groups. Remove google_service_account and google_service_account_uri',
      ...['spec', google],
    );
  }
  return (
    checkAddress('issuer_url', spec.issuer_url) ??
    spec.redirect_url.map(checkCallback).find((fault) => fault !== undefined) ??
    checkClaims(spec.claims_to_roles)
  );
}

function checkClaims(rules: ReturnType<typeof OIDC.read>['spec']['claims_to_roles']): DocumentFault | undefined {
  if (rules.length === 0) return 'spec.claims_to_roles is missing: no user could sign in';
  for (const [i, rule] of rules.entries()) {
    const at = `spec.claims_to_roles[${i}]`;
    const missing = (part: string, verb: string) =>
      faultAt(`${at}: ${part} ${verb} missing`, 'spec', 'claims_to_roles', i, part);
    if (rule.claim === '') return missing('claim', 'is');
    if (rule.value === '') return missing('value', 'is');
    if (rule.roles.length === 0) return missing('roles', 'are');
    const compiled = compileClaimRule(rule);
    if (!compiled.ok) return `${at}: ${compiled.message}`;
  }
  return undefined;
}

/** Secrets and codes are sent to this address. */
function checkAddress(field: string, value: string): string | undefined {
  if (value === '' || trustedUrl(value)) return undefined;
  return `spec.${field}: expected an https address (http only on this machine), got "${value}"`;
}

/**
 * Browsers are redirected to this address. Plain HTTP is the administrator's choice, but other protocols are refused.
 */
function checkCallback(value: string): string | undefined {
  const fits = value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
  return fits ? undefined : `spec.redirect_url: expected an address, got "${value}"`;
}
