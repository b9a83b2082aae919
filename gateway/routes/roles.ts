// Roles as documents (http-resources §11). The author's text is kept and given back as it was written.
import { ROLE } from '../documents/kinds/role.ts';
import { toSentDocument } from '../documents/sentDocument.ts';
import type { Gateway } from '../gateway.ts';
import { requireRule } from '../identity/caller.ts';
import { OK, type Api } from './api.ts';
import { toResourceItem } from './documentItems.ts';

export function roleRoutes(api: Api, { documents }: Pick<Gateway, 'documents'>): void {
  api.on('GET', 'roles', 'session', ({ caller }) => {
    requireRule(caller, 'role', 'list', 'read');
    return documents.list(ROLE).map(toResourceItem);
  });
  api.on('POST', 'roles', 'session', async ({ caller, body }) =>
    toResourceItem(await documents.create(ROLE, caller, toSentDocument(await body()))),
  );
  api.on('PUT', 'roles/:name', 'session', async ({ caller, param, body }) =>
    toResourceItem(await documents.update(ROLE, caller, param('name'), toSentDocument(await body()))),
  );
  api.on('DELETE', 'roles/:name', 'session', async ({ caller, param }) => {
    await documents.remove(ROLE, caller, param('name'));
    return OK;
  });
}
