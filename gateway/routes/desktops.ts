// One desktop (http-resources §7).
import type { Gateway } from '../gateway.ts';
import { notFound } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { keyOf } from '../inventory/entry.ts';
import { DESKTOP_LIST } from '../inventory/lists/desktopLists.ts';
import type { Api } from './api.ts';
import { mayKnow } from './liveSessions.ts';

type Parts = Pick<Gateway, 'stores' | 'config' | 'settings' | 'hostId' | 'liveSessions'>;

export function desktopRoutes(api: Api, gateway: Parts): void {
  const { stores, hostId, liveSessions, settings, config } = gateway;

  api.on('GET', 'sites/:site/desktops/:name', 'session+site', ({ caller, param }) => {
    requireRule(caller, 'windows_desktop', 'list', 'read');
    const desktop = find(param('name'));
    if (!desktop || !caller.access.resource('windows_desktop', desktop.labels).ok)
      throw notFound('expected at least 1 desktop, got 0');
    return DESKTOP_LIST.toItem(desktop, {
      access: caller.access,
      clusterName: config.get().clusterName,
      publicUrl: settings.publicUrl,
      hostId,
    });
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
