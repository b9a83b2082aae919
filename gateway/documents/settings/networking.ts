// Networking settings of the cluster (resource-specs §17) that affect a single machine: the idle timeouts.
import { duration, object, text } from '../../../src/wire/shape.ts';
import { formatDurationText } from '../../../src/wire/duration.ts';
import type { GatewayConfig } from '../../config/settings.ts';
import type { FixedPart } from '../documentKindOf.ts';

export const NETWORKING_SHAPE = object({
  spec: object({ client_idle_timeout: duration, idle_timeout_message: text, web_idle_timeout: duration }),
});

export const NETWORKING_SERVED: ReadonlySet<string> = new Set([
  ...['client_idle_timeout', 'idle_timeout_message', 'web_idle_timeout'],
]);
export const NETWORKING_HARMLESS = {
  keep_alive_interval: ['5m0s', '5m'],
  keep_alive_count_max: [3, 0],
  session_control_timeout: ['0s'],
  proxy_listener_mode: [0],
  routing_strategy: [0],
  'tunnel_strategy.type': ['agent_mesh'],
  'tunnel_strategy.agent_connection_count': [1],
  proxy_ping_interval: ['0s'],
  ssh_dial_timeout: ['30s'],
};

/** With a shorter time, consoles would sign out users who are reading. */
const WEB_IDLE_MIN_MS = 60_000;

export function networkingFault(document: unknown): string | undefined {
  const { web_idle_timeout: idleMs } = NETWORKING_SHAPE.read(document).spec;
  return idleMs === 0 || idleMs >= WEB_IDLE_MIN_MS
    ? undefined
    : 'spec.web_idle_timeout: must be at least 1m, or 0 for no limit';
}

export function withNetworking(config: GatewayConfig, document: unknown): GatewayConfig {
  const { client_idle_timeout, idle_timeout_message, web_idle_timeout } = NETWORKING_SHAPE.read(document).spec;
  const { auth, authInFile, sessions } = config;
  return {
    ...config,
    auth: { ...auth, idleTimeoutMs: authInFile.includes('idle_timeout') ? auth.idleTimeoutMs : web_idle_timeout },
    sessions: { ...sessions, idleTimeoutMs: client_idle_timeout, idleMessage: idle_timeout_message },
  };
}

export const toNetworkingSpec = ({ auth, sessions }: GatewayConfig) => ({
  client_idle_timeout: formatDurationText(sessions.idleTimeoutMs),
  idle_timeout_message: sessions.idleMessage,
  web_idle_timeout: formatDurationText(auth.idleTimeoutMs),
});

export const fixedNetworking = ({ auth, authInFile }: GatewayConfig): FixedPart[] =>
  authInFile.includes('idle_timeout')
    ? [
        {
          path: ['spec', 'web_idle_timeout'],
          value: formatDurationText(auth.idleTimeoutMs),
          key: 'auth.idle_timeout',
          isSame: (given) => duration.read(given) === auth.idleTimeoutMs,
        },
      ]
    : [];
