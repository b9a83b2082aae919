// Clusters and the caller's rights in them (http-auth §6.2, §11.2, §11.3; http-resources §2).
import { WIRE_VERSION } from '../../src/wire/constants.ts';
import { extraAcl } from '../../src/access/acl.ts';
import { type AlertJson, type ClusterJson, ALERT_LABELS } from '../../src/wire/http.ts';
import type { UserContextJson } from '../../src/wire/userContext.ts';
import type { InventoryKind } from '../config/settings.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../identity/caller.ts';
import { trustAlerts } from '../trust/trustAlerts.ts';
import type { Api } from './api.ts';
import { requesterOf } from './requester.ts';

type Parts = Pick<Gateway, 'stores' | 'config' | 'settings' | 'tasks' | 'now'>;

export function siteRoutes(api: Api, { stores, config, settings, tasks, now }: Parts): void {
  const cluster = (): Pick<ClusterJson, 'name' | 'lastConnected' | 'status'> => ({
    name: config.get().clusterName,
    lastConnected: new Date(now()).toISOString(),
    status: 'online',
  });

  // The list leaves these four empty. Clients get them from the context (http-resources §2.1).
  api.on('GET', 'sites', 'session', (): ClusterJson[] => [
    { ...cluster(), nodeCount: 0, publicURL: '', authVersion: '', proxyVersion: '' },
  ]);

  api.on('GET', 'sites/:site/namespaces', 'session+site', () => ({
    namespaces: [{ kind: 'namespace', version: 'v2', metadata: { name: 'default', id: 1 }, spec: {} }],
  }));

  api.on('GET', 'sites/:site/context', 'session+site', ({ caller }): UserContextJson => {
    tasks.warmUp(); // every page begins with this call
    const { access, user } = caller;
    return {
      authType: user.authType === 'local' ? 'local' : 'sso',
      userName: user.name,
      userAcl: access.acl(FEATURES),
      posternAcl: extraAcl((kind, verb) => access.couldBeAllowed(kind, verb)),
      cluster: {
        ...cluster(),
        nodeCount: stores.inventory.count('node'),
        publicURL: publicAddress(settings.publicUrl),
        authVersion: WIRE_VERSION,
        proxyVersion: WIRE_VERSION,
      },
      accessStrategy: { type: 'optional', prompt: '' },
      accessCapabilities: { requestableRoles: null, suggestedReviewers: null },
      ...(user.authType === 'local' && !stores.users.passwordHash(user.name) && { hasPassword: false }),
    };
  });

  api.on('GET', 'sites/:site/resources/check', 'session+site', (call) => {
    const { access, user } = call.caller;
    const kinds = CHECKED.flatMap(([kind, rule]) => (access.rule(rule, 'list').ok ? [kind] : []));
    return tasks.answer('resourceCheck', { user: user.name, kinds }, requesterOf(call));
  });

  api.on('GET', 'sites/:site/alerts', 'session+site', ({ caller }) => {
    const alerts = [...stores.alerts.active(now()), ...trustAlerts(stores)].filter((alert) => concerns(alert, caller));
    return { alerts: alerts.length > 0 ? alerts : null };
  });
}

/** The features of this gateway that a cluster may lack. */
const FEATURES = { assist: true, plugins: false, cloud: false, desktopRecording: true };

const CHECKED: readonly (readonly [InventoryKind, string])[] = [
  ['node', 'node'],
  ['app', 'app_server'],
  ['db', 'db_server'],
  ['kube_cluster', 'kube_server'],
  ['windows_desktop', 'windows_desktop'],
];

/** Host and port, including the default port. */
function publicAddress(publicUrl: string): string {
  const { hostname, port, protocol } = new URL(publicUrl);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** Whether an alert is for this user: for all users, or for users with one of the verbs that the alert names. */
function concerns({ metadata: { labels = {} } }: AlertJson, { access }: Caller): boolean {
  if (labels[ALERT_LABELS.onLogin] !== 'yes') return false;
  if (labels[ALERT_LABELS.permitAll] === 'yes') return true;
  return (labels[ALERT_LABELS.verbPermit] ?? '').split('|').some((permit) => {
    const [kind = '', verb = ''] = permit.split(':');
    return kind !== '' && access.rule(kind, verb).ok;
  });
}
