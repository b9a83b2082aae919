// What anybody may know of the cluster before they sign in (http-auth §2.2, §6.3, §6.4).
import {
  ACCESS_AT_ONCE,
  ALERT_LINKS,
  ALL_CONNECTORS,
  CONFIG_PREFIX,
  HEARS_IDLE,
  KEEPS_TEXT,
  READS_CURRENT,
  RECOVERY,
  type SecondFactor,
  type WebConfigJson,
} from '../../src/wire/config.ts';
import { WIRE_VERSION } from '../../src/wire/constants.ts';
import type { GatewayConfig } from '../config/settings.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest } from '../http/failures.ts';
import { allowsKeys, allowsPasskeys } from '../identity/secondFactor.ts';
import type { Api } from './api.ts';

type Parts = Pick<Gateway, 'config' | 'settings'>;

/** Connectors that every cluster has, whatever its settings allow. */
const BUILT_IN_CONNECTORS = ['local', 'passwordless', 'headless'];
const MIN_CLIENT_VERSION = '12.0.0';

export function clusterSettingsRoutes(api: Api, gateway: Parts): void {
  const { config } = gateway;
  api.on('GET', 'ping', 'public', () => ({ ...ping(gateway, 'local'), min_client_version: MIN_CLIENT_VERSION }));
  api.on('GET', 'ping/:connector', 'public', ({ param }) => {
    const name = param('connector');
    if (!BUILT_IN_CONNECTORS.includes(name)) throw badRequest(`invalid connector name: ${name}; valid options: `);
    return ping(gateway, name);
  });
  api.on('GET', 'find', 'public', () => ({
    auth: { type: '', private_key_policy: '', device_trust: {}, has_motd: false },
    ...proxy(gateway),
    min_client_version: MIN_CLIENT_VERSION,
  }));
  api.on('GET', 'motd', 'public', () => ({ Text: config.get().auth.motd }));
}

/** The script that a page loads before everything else. */
export function webConfigScript({ clusterName, auth, assist }: GatewayConfig): string {
  const preferred = preferredFactor(auth.secondFactor);
  const web: WebConfigJson = {
    auth: {
      second_factor: auth.secondFactor,
      localAuthEnabled: true,
      ...(allowsPasskeys(auth) && { allowPasswordless: true }),
      authType: 'local',
      ...(preferred && { preferredLocalMfa: preferred }),
      localConnectorName: 'local',
      privateKeyPolicy: 'none',
      motd: auth.motd,
    },
    canJoinSessions: true,
    proxyCluster: clusterName,
    ui: {},
    automaticUpgrades: false,
    assistEnabled: assist !== undefined,
    postern: {
      features: [
        KEEPS_TEXT,
        READS_CURRENT,
        ACCESS_AT_ONCE,
        ALERT_LINKS,
        HEARS_IDLE,
        ALL_CONNECTORS,
        ...(auth.recoveryCodes ? [RECOVERY] : []),
      ],
    },
  };
  return `${CONFIG_PREFIX}${JSON.stringify(web).replace(/[<>&\u2028\u2029]/g, escaped)};`;
}

const escaped = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

const preferredFactor = (mode: SecondFactor): 'webauthn' | 'otp' | undefined =>
  mode === 'off' ? undefined : allowsKeys(mode) ? 'webauthn' : 'otp';

function ping(gateway: Parts, connector: string) {
  const { auth } = gateway.config.get();
  const preferred = preferredFactor(auth.secondFactor);
  const passkeys = allowsPasskeys(auth);
  return {
    auth: {
      type: 'local',
      second_factor: auth.secondFactor,
      ...(preferred && { preferred_local_mfa: preferred }),
      ...(passkeys && { allow_passwordless: true, allow_headless: true }),
      local: { name: connector },
      ...(allowsKeys(auth.secondFactor) && { webauthn: { rp_id: new URL(gateway.settings.publicUrl).hostname } }),
      private_key_policy: 'none',
      device_trust_disabled: true,
      device_trust: { disabled: true },
      has_motd: auth.motd !== '',
    },
    ...proxy(gateway),
  };
}

/** Only the web port listens: of the ports that a cluster has beside it, the addresses are empty. */
function proxy({ config, settings }: Parts) {
  const { host, port } = settings.listen;
  return {
    proxy: {
      kube: { enabled: false },
      ssh: {
        listen_addr: '',
        tunnel_listen_addr: '',
        web_listen_addr: `${host}:${port}`,
        public_addr: new URL(settings.publicUrl).host,
        ssh_tunnel_public_addr: '',
      },
      db: {},
      tls_routing_enabled: false,
      assist_enabled: config.get().assist !== undefined,
    },
    server_version: WIRE_VERSION,
    min_client_version: '',
    cluster_name: config.get().clusterName,
    automatic_upgrades: false,
  };
}
