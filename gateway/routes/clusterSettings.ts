// The public settings of the cluster, before sign-in (http-auth §2.2, §6.3, §6.4).
import {
  COMMANDS_SHARE_SOCKET,
  COMMANDS_STOP,
  CONNECT_SETTINGS,
  DIAGNOSTICS_MORE,
  SESSIONS_END_AT_ONCE,
  ACCESS_AT_ONCE,
  ALERT_LINKS,
  ALL_CONNECTORS,
  ASSIST_EXTENSIONS,
  AUDIT_FILTER,
  type AuthProviderJson,
  CONFIG_PREFIX,
  DOCUMENTS,
  FEATURE_DESKTOP_EXTENSIONS,
  APPS_BY_FORM,
  FEATURE_IDLE,
  FEATURE_KUBERNETES,
  FEATURE_QUERIES,
  HOLDS_OUTPUT,
  HISTORY,
  INTEGRATION_USE,
  FEATURE_SOURCE_TEXT,
  PASSWORD_SIGNS_OUT,
  READS_CURRENT,
  RECORDED_DESKTOPS,
  RECORDING_REVIEWS,
  RECORDING_SCREENS,
  RECORDING_SEARCH,
  RECOVERY,
  type SecondFactor,
  FEATURE_LATENCY,
  FOLDERS,
  FILES_KEPT,
  FOLDER_ARCHIVES,
  JOINED_SERVERS,
  REVERSE_TUNNELS,
  TOKEN_LABELS,
  WEB_SESSIONS,
  toFeatures,
  type WebConfigJson,
} from '../../src/wire/config.ts';
import { WIRE_VERSION } from '../../src/wire/constants.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest } from '../http/failures.ts';
import { allowsHeadless, allowsKeys, givesRecoveryCodes } from '../identity/secondFactor.ts';
import { rpIdOf } from '../identity/webauthn/rpId.ts';
import { displayOf, toConnector, type Connector } from '../identity/sso/connector.ts';
import { defaultMethod, findMethod, type SignInMethod } from '../identity/sso/signInMethod.ts';
import type { Api } from './api.ts';

type Parts = Pick<Gateway, 'config' | 'settings' | 'stores' | 'webauthn'>;

const MIN_CLIENT_VERSION = '12.0.0';

export function clusterSettingsRoutes(api: Api, gateway: Parts): void {
  const { config, stores } = gateway;
  api.on('GET', 'ping', 'public', () => ({
    ...ping(gateway, defaultMethod(gateway)),
    min_client_version: MIN_CLIENT_VERSION,
  }));
  api.on('GET', 'ping/:connector', 'public', ({ param }) => {
    const name = param('connector');
    const method = findMethod(gateway, name);
    if (method) return ping(gateway, method);
    const connectorNames = stores.connectors.list().map((connector) => connector.name);
    throw badRequest(`invalid connector name: ${name}; valid options: ${connectorNames.join(', ')}`);
  });
  api.on('GET', 'find', 'public', () => ({
    auth: { type: '', private_key_policy: '', device_trust: {}, has_motd: false },
    ...proxy(gateway),
    min_client_version: MIN_CLIENT_VERSION,
  }));
  api.on('GET', 'motd', 'public', () => ({ Text: config.get().auth.motd }));
}

/** The script that a page loads first. */
export function webConfigScript(parts: Pick<Gateway, 'config' | 'stores' | 'webauthn'>): string {
  const { clusterName, auth, assist, tunnels, scrollbackLines } = parts.config.get();
  const providers = parts.stores.connectors.list().map(toConnector).map(toProvider);
  const first = defaultMethod(parts);
  const preferred = preferredFactor(auth.secondFactor);
  const web: WebConfigJson = {
    auth: {
      second_factor: auth.secondFactor,
      ...(providers.length > 0 && { providers }),
      localAuthEnabled: auth.local,
      ...(parts.webauthn.takesPasskeys() && { allowPasswordless: true }),
      authType: first.type,
      ...(preferred && { preferredLocalMfa: preferred }),
      ...(first.type === 'local' && { localConnectorName: first.name }),
      privateKeyPolicy: 'none',
      motd: auth.motd,
    },
    canJoinSessions: true,
    proxyCluster: clusterName,
    ...(givesRecoveryCodes(auth) && { recoveryCodesEnabled: true }),
    ui: { ...(scrollbackLines !== undefined && { scrollbackLines }) },
    automaticUpgrades: false,
    assistEnabled: assist.enabled,
    postern: {
      features: toFeatures([
        FEATURE_SOURCE_TEXT,
        READS_CURRENT,
        ACCESS_AT_ONCE,
        PASSWORD_SIGNS_OUT,
        ALERT_LINKS,
        FEATURE_IDLE,
        COMMANDS_SHARE_SOCKET,
        COMMANDS_STOP,
        SESSIONS_END_AT_ONCE,
        HOLDS_OUTPUT,
        FEATURE_LATENCY,
        FOLDERS,
        FOLDER_ARCHIVES,
        TOKEN_LABELS,
        FILES_KEPT,
        ALL_CONNECTORS,
        DOCUMENTS,
        HISTORY,
        WEB_SESSIONS,
        RECORDING_SCREENS,
        RECORDING_SEARCH,
        RECORDING_REVIEWS,
        RECORDED_DESKTOPS,
        AUDIT_FILTER,
        FEATURE_DESKTOP_EXTENSIONS,
        APPS_BY_FORM,
        FEATURE_KUBERNETES,
        FEATURE_QUERIES,
        JOINED_SERVERS,
        ...(tunnels ? [REVERSE_TUNNELS] : []),
        CONNECT_SETTINGS,
        ...(assist.enabled ? [ASSIST_EXTENSIONS] : []),
        INTEGRATION_USE,
        DIAGNOSTICS_MORE,
        ...(givesRecoveryCodes(auth) ? [RECOVERY] : []),
      ]),
      passwordMin: auth.passwordMin,
    },
  };
  return `${CONFIG_PREFIX}${JSON.stringify(web).replace(/[<>&\u2028\u2029]/g, escaped)};`;
}

/**
 * The page fills in the two names. The return address comes last, because it may contain ampersands (http-auth §5.1).
 */
const toProvider = (connector: Connector): AuthProviderJson => ({
  name: connector.name,
  displayName: displayOf(connector),
  type: connector.kind,
  url: `/v1/webapi/${connector.kind}/login/web?connector_id=:providerName&redirect_url=:redirect`,
});

const escaped = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

const preferredFactor = (mode: SecondFactor): 'webauthn' | 'otp' | undefined =>
  mode === 'off' ? undefined : allowsKeys(mode) ? 'webauthn' : 'otp';

function ping(gateway: Parts, method: SignInMethod) {
  const { auth } = gateway.config.get();
  const preferred = preferredFactor(auth.secondFactor);
  return {
    auth: {
      type: method.type,
      second_factor: auth.secondFactor,
      ...(preferred && { preferred_local_mfa: preferred }),
      ...methodJson(gateway, method),
      private_key_policy: 'none',
      device_trust_disabled: true,
      device_trust: { disabled: true },
      has_motd: auth.motd !== '',
    },
    ...proxy(gateway),
  };
}

/** The settings that a client needs for the requested way to sign in, or for the default. */
function methodJson({ config, settings, webauthn }: Parts, method: SignInMethod): object {
  const { auth } = config.get();
  const rpId = rpIdOf(settings.publicUrl);
  if (method.type !== 'local') return { [method.type]: { name: method.name, display: method.display } };
  return {
    ...(webauthn.takesPasskeys() && { allow_passwordless: true }),
    ...(allowsHeadless(auth) && { allow_headless: true }),
    local: { name: method.name },
    ...(allowsKeys(auth.secondFactor) && rpId !== undefined && { webauthn: { rp_id: rpId } }),
  };
}

/** Only the web port listens: the addresses of a cluster's other ports are empty. */
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
      },
      db: {},
      tls_routing_enabled: false,
      assist_enabled: config.get().assist.enabled,
    },
    server_version: WIRE_VERSION,
    min_client_version: '',
    cluster_name: config.get().clusterName,
    automatic_upgrades: false,
  };
}
