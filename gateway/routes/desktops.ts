// Desktops and the services that reach them (http-resources §7).
import { textAt } from '../../src/lib/json.ts';
import type { DesktopJson, DesktopServiceJson } from '../../src/wire/inventoryJson.ts';
import type { Gateway } from '../gateway.ts';
import { notFound } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import { toLabelsJson } from '../inventory/labels.ts';
import type { Api } from './api.ts';
import { inventoryListRoute, orNull } from './inventoryList.ts';
import { mayKnow } from './liveSessions.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'hostId' | 'liveSessions'>;

/** Where desktops listen unless they say otherwise. */
const USUAL_PORT = /:3389$/;

export function desktopRoutes(api: Api, gateway: Parts): void {
  const { stores, hostId, liveSessions } = gateway;

  const toItem = ({ document: { metadata, spec }, labels }: Entry, { access }: Caller): DesktopJson => ({
    os: 'windows',
    name: metadata.name,
    addr: textAt(spec, 'addr').replace(USUAL_PORT, ''),
    labels: toLabelsJson(labels),
    host_id: textAt(spec, 'host_id') || hostId,
    logins: orNull(access.windowsLogins(labels)),
  });

  inventoryListRoute<DesktopJson>(api, gateway, {
    path: 'desktops',
    kind: 'windows_desktop',
    rule: 'windows_desktop',
    resource: 'windows_desktop',
    columns: { name: 'name', address: 'address' },
    toItem,
  });

  inventoryListRoute<DesktopServiceJson>(api, gateway, {
    path: 'desktopservices',
    kind: 'windows_desktop_service',
    rule: 'windows_desktop_service',
    resource: 'windows_desktop_service',
    columns: 'none',
    toItem: ({ key, document: { spec }, labels }) => ({
      name: key,
      hostname: textAt(spec, 'hostname'),
      addr: textAt(spec, 'addr'),
      labels: toLabelsJson(labels),
    }),
  });

  api.on('GET', 'sites/:site/desktops/:name', 'session+site', ({ caller, param }) => {
    requireRule(caller, 'windows_desktop', 'list', 'read');
    const desktop = find(param('name'));
    if (!desktop || !caller.access.resource('windows_desktop', desktop.labels).ok)
      throw notFound('expected at least 1 desktop, got 0');
    return toItem(desktop, caller);
  });

  api.on('GET', 'sites/:site/desktops/:name/active', 'session+site', ({ caller, param }) => ({
    active: liveSessions
      .all()
      .some(
        (session) =>
          session.kind === 'desktop' &&
          session.serverHostname === param('name') &&
          mayKnow(session, caller, param('site')),
      ),
  }));

  const find = (name: string) =>
    stores.inventory.find('windows_desktop', keyOf({ kind: 'windows_desktop', metadata: { name } }, hostId));
}
