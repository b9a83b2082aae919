// Roles as documents (http-resources §11). The author's text is stored and returned unchanged.
import { toResourceItem } from '../documents/documentItems.ts';
import { ROLE } from '../documents/kinds/role.ts';
import type { Gateway } from '../gateway.ts';
import { requireRule } from '../identity/caller.ts';
import { OK, type Api } from './api.ts';
import { requesterOf } from './requester.ts';
import { readSent } from './sentDocument.ts';

export function roleRoutes(api: Api, gateway: Pick<Gateway, 'documents' | 'tasks'>): void {
  const { documents, tasks } = gateway;

  api.on('GET', 'roles', { guard: 'session', compress: true }, (call) => {
    requireRule(call.caller, 'role', 'list', 'read');
    return tasks.answer('resourceItems', { kinds: [ROLE.kind] }, requesterOf(call));
  });
  api.on('POST', 'roles', { guard: 'session', compress: true }, async (call) => {
    const sent = await readSent(gateway, call, { kinds: [ROLE], doing: 'create' });
    return toResourceItem(await documents.create(ROLE, call.caller, sent));
  });
  api.on('PUT', 'roles/:name', { guard: 'session', compress: true }, async (call) => {
    const name = call.param('name');
    const sent = await readSent(gateway, call, { kinds: [ROLE], doing: 'update', name });
    return toResourceItem(await documents.update(ROLE, call.caller, name, sent));
  });
  api.on('DELETE', 'roles/:name', 'session', async ({ caller, param }) => {
    await documents.remove(ROLE, caller, param('name'));
    return OK;
  });
}
