// Connectors to identity providers as documents (http-resources §11.3), and an extension with those of every kind. The
// author's text is stored and returned unchanged, except that the client secret is never returned.
import type { DocumentKind } from '../documents/documentKind.ts';
import { toResourceItem } from '../documents/documentItems.ts';
import { GITHUB_CONNECTOR, OIDC_CONNECTOR } from '../documents/kinds/connectors.ts';
import { wrongKind } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import { notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { OK, type Api, type SignedInCall } from './api.ts';
import { requesterOf } from './requester.ts';
import { readSent } from './sentDocument.ts';

const KINDS: readonly DocumentKind[] = [OIDC_CONNECTOR, GITHUB_CONNECTOR];

export function connectorRoutes(api: Api, gateway: Pick<Gateway, 'documents' | 'tasks'>): void {
  const { documents, tasks } = gateway;

  const listOf = (call: SignedInCall, kinds: readonly DocumentKind[]) => {
    for (const { kind } of kinds) {
      requireRule(call.caller, kind, 'list');
      requireRule(call.caller, kind, 'read');
    }
    return tasks.answer('resourceItems', { kinds: kinds.map(({ kind }) => kind) }, requesterOf(call));
  };

  api.on('GET', 'github', 'session', (call) => listOf(call, [GITHUB_CONNECTOR]));
  api.on('POST', 'github', 'session', async (call) => {
    const sent = await readSent(gateway, call, { kinds: [GITHUB_CONNECTOR], doing: 'create' });
    return toResourceItem(await documents.create(GITHUB_CONNECTOR, call.caller, sent));
  });
  api.on('PUT', 'github/:name', 'session', async (call) => {
    const name = call.param('name');
    const sent = await readSent(gateway, call, { kinds: [GITHUB_CONNECTOR], doing: 'update', name });
    return toResourceItem(await documents.update(GITHUB_CONNECTOR, call.caller, name, sent));
  });
  api.on('DELETE', 'github/:name', 'session', async ({ caller, param }) => {
    await documents.remove(GITHUB_CONNECTOR, caller, param('name'));
    return OK;
  });

  api.on('GET', 'postern/connectors', 'session', (call) => {
    const { access } = call.caller;
    const readable = KINDS.filter(({ kind }) => ['list', 'read'].every((verb) => access.rule(kind, verb).ok));
    // A caller who may read no kind gets the missing right.
    return listOf(call, readable.length > 0 ? readable : KINDS);
  });
  api.on('POST', 'postern/connectors', 'session', async (call) => {
    const sent = await readSent(gateway, call, { kinds: KINDS, doing: 'create' });
    requireServed(sent.kind);
    return toResourceItem(await documents.create(kindOf(sent.kind), call.caller, sent));
  });
  api.on('PUT', 'postern/connectors/:kind/:name', 'session', async (call) => {
    const name = call.param('name');
    const sent = await readSent(gateway, call, { kinds: KINDS, doing: 'update', name });
    requireServed(sent.kind);
    return toResourceItem(await documents.update(kindOf(call.param('kind')), call.caller, name, sent));
  });
  api.on('DELETE', 'postern/connectors/:kind/:name', 'session', async ({ caller, param }) => {
    await documents.remove(kindOf(param('kind')), caller, param('name'));
    return OK;
  });
}

function requireServed(kind: string): void {
  if (kind === 'saml')
    throw notServed('SAML: not supported by this gateway. Most providers also support OpenID Connect');
}

function kindOf(kind: string): DocumentKind {
  const entry = KINDS.find((candidate) => candidate.kind === kind);
  if (!entry) throw wrongKind(kind);
  return entry;
}
