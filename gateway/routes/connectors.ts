// Connectors to identity providers as documents (http-resources §11.3), and our extension that has those of every kind.
// The author's text is kept and given back as it was written, save that the client secret never is.
import type { DocumentKind } from '../documents/documentKind.ts';
import { GITHUB_CONNECTOR, OIDC_CONNECTOR } from '../documents/kinds/connectors.ts';
import { toSentDocument, wrongKind } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import { notServed } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { OK, type Api } from './api.ts';
import { toResourceItem } from './documentItems.ts';

const KINDS: readonly DocumentKind[] = [OIDC_CONNECTOR, GITHUB_CONNECTOR];

export function connectorRoutes(api: Api, { documents }: Pick<Gateway, 'documents'>): void {
  const listOf = (caller: Caller, kind: DocumentKind) => {
    requireRule(caller, kind.kind, 'list');
    requireRule(caller, kind.kind, 'read');
    return documents.list(kind).map(toResourceItem);
  };

  api.on('GET', 'github', 'session', ({ caller }) => listOf(caller, GITHUB_CONNECTOR));
  api.on('POST', 'github', 'session', async ({ caller, body }) =>
    toResourceItem(await documents.create(GITHUB_CONNECTOR, caller, toSentDocument(await body()))),
  );
  api.on('PUT', 'github/:name', 'session', async ({ caller, param, body }) =>
    toResourceItem(await documents.update(GITHUB_CONNECTOR, caller, param('name'), toSentDocument(await body()))),
  );
  api.on('DELETE', 'github/:name', 'session', async ({ caller, param }) => {
    await documents.remove(GITHUB_CONNECTOR, caller, param('name'));
    return OK;
  });

  api.on('GET', 'postern/connectors', 'session', ({ caller }) => {
    const readable = KINDS.filter(({ kind }) => ['list', 'read'].every((verb) => caller.access.rule(kind, verb).ok));
    // Who may see no kind at all is told which right is missing.
    return (readable.length > 0 ? readable : KINDS).flatMap((kind) => listOf(caller, kind));
  });
  api.on('POST', 'postern/connectors', 'session', async ({ caller, body }) => {
    const sent = toSentDocument(await body());
    requireServed(sent.kind);
    return toResourceItem(await documents.create(kindOf(sent.kind), caller, sent));
  });
  api.on('PUT', 'postern/connectors/:kind/:name', 'session', async ({ caller, param, body }) => {
    const sent = toSentDocument(await body());
    requireServed(sent.kind);
    return toResourceItem(await documents.update(kindOf(param('kind')), caller, param('name'), sent));
  });
  api.on('DELETE', 'postern/connectors/:kind/:name', 'session', async ({ caller, param }) => {
    await documents.remove(kindOf(param('kind')), caller, param('name'));
    return OK;
  });
}

function requireServed(kind: string): void {
  if (kind === 'saml') throw notServed('SAML: not served by this gateway; most providers speak OpenID Connect too');
}

function kindOf(kind: string): DocumentKind {
  const known = KINDS.find((one) => one.kind === kind);
  if (!known) throw wrongKind(kind);
  return known;
}
