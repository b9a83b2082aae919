// One desktop (http-resources §7), and its socket (streams §5).
import type { Gateway } from '../gateway.ts';
import { parseDesktopParams } from '../desktop/desktopParams.ts';
import { notFound } from '../http/failures.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import { requireRule } from '../identity/caller.ts';
import { keyOf } from '../inventory/entry.ts';
import { DESKTOP_LIST } from '../inventory/lists/desktopLists.ts';
import type { Api } from './api.ts';
import { mayKnow } from './liveSessions.ts';
import { requireOwnOrigin } from '../http/ownOrigin.ts';

type Parts = Pick<Gateway, 'stores' | 'config' | 'settings' | 'hostId' | 'liveSessions' | 'desktops'>;

export function desktopRoutes(api: Api, gateway: Parts): void {
  const { stores, hostId, liveSessions, settings, config, desktops } = gateway;

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
          (session.owner === caller.user.name || mayKnow(session, caller, param('site'))),
      ),
  }));

  api.socket(
    'sites/:site/desktops/:name/connect',
    'locked-session+site',
    (call) => {
      requireOwnOrigin(call.request);
      const { caller, request, param, query } = call;
      const visitor = { caller, remoteAddr: remoteAddressOf(request) };
      const visit = { visitor, name: param('name'), params: parseDesktopParams(query) };
      return (socket, noteActivity) => desktops.begin(socket, { ...visit, noteActivity });
    },
    { activity: 'noted', plainAnswer: 'Bad Request\n' }, // a client answers each picture
  );

  const find = (name: string) =>
    stores.inventory.find('windows_desktop', keyOf({ kind: 'windows_desktop', metadata: { name } }, hostId));
}
