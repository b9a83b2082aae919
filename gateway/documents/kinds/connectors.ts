// Connectors to identity providers (http-resources §11.3).
import { CONNECTOR_SECRETS, type ConnectorKind } from '../../../src/wire/connectors.ts';
import { faultAt } from '../../../src/wire/documentFault.ts';
import { NEVER } from '../../audit/events.ts';
import { badDocument, badRequest, notFound } from '../../http/failures.ts';
import { serverOf, toConnector, type Connector } from '../../identity/sso/connector.ts';
import { hasExternalSignOn } from '../../identity/sso/github.ts';
import { callbackNotices } from '../../identity/sso/signInMethod.ts';
import { validateConnector } from '../../identity/sso/validateConnector.ts';
import { hasNoWayIn } from '../settings/checkSignIn.ts';
import type { DocumentKind } from '../documentKind.ts';
import type { DocumentWrite } from '../documentKindOf.ts';

const connectorKind = (kind: ConnectorKind): DocumentKind => ({
  kind,
  word: 'connector',
  writeNeedsRead: true,
  writeVerbs: ['create', 'update'],
  secrets: CONNECTOR_SECRETS[kind],
  async check(write, { stores }) {
    const { name, document } = write;
    const fault = validateConnector({ kind, name, document }, (role) => stores.roles.has(role));
    if (fault !== undefined) throw badDocument(fault);
    const connector = toConnector({ kind, name, document });
    requireOwnSecret(kind, connector, write);
    await requireOpenOrganizations(connector);
  },
  written({ caller, name }, { stores, config, audit }) {
    if (hasNoWayIn(config.get(), { stores }))
      throw badDocument(faultAt(lastMethodText(kind, name), 'metadata', 'expires'));
    audit.emit(`${kind}.created`, { user: caller.user.name, name, expires: NEVER }); // on updates too
  },
  removed({ caller, stored: { name } }, { stores, config, audit }) {
    if (hasNoWayIn(config.get(), { stores })) throw badRequest(lastMethodText(kind, name));
    audit.emit(`${kind}.deleted`, { user: caller.user.name, name, expires: NEVER });
  },
  settled: (name, { sso, stores }) => sso.report(callbackNotices({ stores }, name)),
  missing: (name, doing) =>
    notFound(
      doing === 'delete'
        ? `key /web/connectors/${kind}/connectors/${name} is not found`
        : `resource with name "${name}" does not exist`,
    ),
});

const lastMethodText = (kind: ConnectorKind, name: string): string =>
  `${kind} connector "${name}" is the only one, apart from those with metadata.expires, and local sign-in is switched off: users could no longer sign in`;

export const GITHUB_CONNECTOR = connectorKind('github');
export const OIDC_CONNECTOR = connectorKind('oidc');

/**
 * An empty secret keeps the stored one, because editors never see it. It is refused if the secret would be sent to
 * another server: otherwise an editor could redirect it to their own.
 */
function requireOwnSecret(kind: ConnectorKind, connector: Connector, { name, kept, stored }: DocumentWrite): void {
  if (!stored || !kept) return;
  if (serverOf(connector) === serverOf(toConnector({ kind, name, document: stored.document }))) return;
  throw badDocument(
    'spec.client_secret: the stored secret belongs to another server. Enter the secret for this server',
  );
}

async function requireOpenOrganizations(connector: Connector): Promise<void> {
  if (connector.kind !== 'github') return;
  const { teams_to_roles, teams_to_logins } = connector.spec;
  const organizations = new Set([...teams_to_roles, ...teams_to_logins].map(({ organization }) => organization));
  organizations.delete('');
  await Promise.all(
    [...organizations].map(async (organization) => {
      if (!(await hasExternalSignOn(connector, organization))) return;
      const message = `GitHub organization ${organization} uses external SSO, please purchase a Teleport Enterprise license if you want to authenticate with this organization`;
      const nth = teams_to_roles.findIndex((team) => team.organization === organization);
      const list = nth < 0 ? 'teams_to_logins' : 'teams_to_roles';
      const index = nth < 0 ? teams_to_logins.findIndex((team) => team.organization === organization) : nth;
      throw badDocument(faultAt(message, 'spec', list, index, 'organization'), 403);
    }),
  );
}
