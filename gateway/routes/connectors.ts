// Connectors to identity providers as documents (http-resources §11.3), and our extension that has those of every kind.
// The author's text is kept and given back as it was written, save that the client secret never is.
import { CONNECTOR_SECRETS, isConnectorKind, type ConnectorKind } from '../../src/wire/connectors.ts';
import type { ResourceItemJson } from '../../src/wire/http.ts';
import { NEVER } from '../audit/events.ts';
import { hideSecrets, keepSecrets } from '../documents/secrets.ts';
import type { Gateway } from '../gateway.ts';
import { alreadyExists, badRequest, denied, notFound, notServed } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { serverOf, toConnector } from '../identity/sso/connector.ts';
import { hasExternalSignOn } from '../identity/sso/github.ts';
import { validateConnector } from '../identity/sso/validateConnector.ts';
import type { StoredConnector } from '../store/connectors.ts';
import { OK, type Api } from './api.ts';
import { renamed, toSentDocument, wrongKind, type SentDocument } from './documents.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'now'>;

const KINDS: readonly ConnectorKind[] = ['oidc', 'github'];

export function connectorRoutes(api: Api, { stores, audit, now }: Parts): void {
  const listOf = (caller: Caller, kind: ConnectorKind): ResourceItemJson[] => {
    requireRule(caller, kind, 'list');
    requireRule(caller, kind, 'read');
    return stores.connectors
      .list()
      .filter((connector) => connector.kind === kind)
      .map(toItem);
  };

  /** The connector that a text says, checked, its secret cut out of the text. */
  const toSaved = async (caller: Caller, { kind, name, content, document }: SentDocument): Promise<StoredConnector> => {
    if (!isConnectorKind(kind)) throw wrongKind(kind);
    requireRule(caller, kind, 'read');
    requireRule(caller, kind, 'create', 'update');
    if (name.includes('/')) throw badRequest('a connector name must not contain a slash');
    const fault = validateConnector({ kind, name, document }, (role) => stores.roles.has(role));
    if (fault !== undefined) throw badRequest(fault);
    const hidden = hideSecrets(CONNECTOR_SECRETS[kind], content, document);
    if (!hidden.ok) throw badRequest(hidden.message);
    const connector = { kind, name, content: hidden.content, document };
    await requireOpenOrganizations(connector);
    return connector;
  };

  const put = (caller: Caller, connector: StoredConnector): ResourceItemJson => {
    stores.connectors.put(connector, now());
    const { kind, name } = connector;
    audit.emit(`${kind}.created`, { user: caller.user.name, name, expires: NEVER }); // on updates too
    return toItem(connector);
  };

  const create = async (caller: Caller, sent: SentDocument): Promise<ResourceItemJson> => {
    const connector = await toSaved(caller, sent);
    return stores.db.transaction(() => {
      const { kind, name } = connector;
      if (stores.connectors.find(kind, name)) throw alreadyExists(`resource with name "${name}" already exists`);
      return put(caller, connector);
    });
  };

  const update = async (caller: Caller, name: string, sent: SentDocument): Promise<ResourceItemJson> => {
    if (sent.name !== name) throw renamed();
    const connector = await toSaved(caller, sent);
    return stores.db.transaction(() => {
      const stored = stores.connectors.find(connector.kind, name);
      if (!stored) throw notFound(`resource with name "${name}" does not exist`);
      return put(caller, keepingSecret(connector, stored));
    });
  };

  const remove = (caller: Caller, kind: ConnectorKind, name: string) => {
    requireRule(caller, kind, 'delete');
    stores.db.transaction(() => {
      if (!stores.connectors.find(kind, name)) throw notFound(`${kind} connector "${name}" is not found`);
      stores.connectors.delete(kind, name);
      audit.emit(`${kind}.deleted`, { user: caller.user.name, name, expires: NEVER });
    });
    return OK;
  };

  const ofKind = (sent: SentDocument, kind: string): SentDocument => {
    if (sent.kind !== kind) throw wrongKind(sent.kind);
    return sent;
  };

  api.on('GET', 'github', 'session', ({ caller }) => listOf(caller, 'github'));
  api.on('POST', 'github', 'session', async ({ caller, body }) =>
    create(caller, ofKind(toSentDocument(await body()), 'github')),
  );
  api.on('PUT', 'github/:name', 'session', async ({ caller, param, body }) =>
    update(caller, param('name'), ofKind(toSentDocument(await body()), 'github')),
  );
  api.on('DELETE', 'github/:name', 'session', ({ caller, param }) => remove(caller, 'github', param('name')));

  api.on('GET', 'postern/connectors', 'session', ({ caller }) => {
    const readable = KINDS.filter((kind) => ['list', 'read'].every((verb) => caller.access.rule(kind, verb).ok));
    // Who may see no kind at all is told which right is missing.
    return (readable.length > 0 ? readable : KINDS).flatMap((kind) => listOf(caller, kind));
  });
  api.on('POST', 'postern/connectors', 'session', async ({ caller, body }) =>
    create(caller, served(toSentDocument(await body()))),
  );
  api.on('PUT', 'postern/connectors/:kind/:name', 'session', async ({ caller, param, body }) =>
    update(caller, param('name'), ofKind(served(toSentDocument(await body())), param('kind'))),
  );
  api.on('DELETE', 'postern/connectors/:kind/:name', 'session', ({ caller, param }) => {
    const kind = param('kind');
    if (!isConnectorKind(kind)) throw wrongKind(kind);
    return remove(caller, kind, param('name'));
  });
}

function served(sent: SentDocument): SentDocument {
  if (sent.kind === 'saml')
    throw notServed('SAML: not served by this gateway; most providers speak OpenID Connect too');
  return sent;
}

/**
 * An empty secret keeps the stored one: whoever edits the document never sees it. Not where it would be sent to another
 * server, or whoever may edit could have it sent to their own.
 */
function keepingSecret(next: StoredConnector, stored: StoredConnector): StoredConnector {
  const { document, kept } = keepSecrets(CONNECTOR_SECRETS[next.kind], next.document, stored.document);
  if (kept && serverOf(toConnector(next)) !== serverOf(toConnector(stored))) {
    throw badRequest('spec.client_secret: the stored secret belongs to another server; enter the one for this server');
  }
  return { ...next, document };
}

async function requireOpenOrganizations(stored: StoredConnector): Promise<void> {
  const connector = toConnector(stored);
  if (connector.kind !== 'github') return;
  const { teams_to_roles, teams_to_logins } = connector.spec;
  const organizations = new Set([...teams_to_roles, ...teams_to_logins].map(({ organization }) => organization));
  organizations.delete('');
  await Promise.all(
    [...organizations].map(async (organization) => {
      if (!(await hasExternalSignOn(connector, organization))) return;
      throw denied(
        `GitHub organization ${organization} uses external SSO, please purchase a Teleport Enterprise license if you want to authenticate with this organization`,
      );
    }),
  );
}

const toItem = ({ kind, name, content }: StoredConnector): ResourceItemJson => ({
  id: `${kind}:${name}`,
  kind,
  name,
  content,
});
