// Combines the options of several roles (resource-specs §1.2, "Many roles").
import { MAX_SESSION_TTL_DEFAULT_MS, type Role, type RoleOptions } from './role.ts';

type Strictness = 'strict' | 'best_effort';

export type CombinedOptions = {
  maxSessionTtlMs: number;
  forwardAgent: boolean;
  portForwarding: boolean;
  sshFileCopy: boolean;
  x11Forwarding: boolean;
  /** 0: no limit, for all three. */
  clientIdleTimeoutMs: number;
  maxConnections: number;
  maxKubernetesConnections: number;
  disconnectExpiredCert: boolean;
  enhancedRecording: readonly string[];
  /** `strict`: a session that cannot be recorded must not run. */
  recordSsh: Strictness;
  /** The same for all other recorded sessions. */
  recordOthers: Strictness;
  recordDesktop: boolean;
  desktopClipboard: boolean;
  desktopDirectorySharing: boolean;
  /** Database sessions are read-only (this gateway's own). */
  dbReadOnly: boolean;
  /** '': the cluster's setting. */
  lock: Strictness | '';
};

/** Without roles, forwarding and desktop recording are off: a role must grant them. */
export function combineOptions(roles: readonly Role[]): CombinedOptions {
  const all = roles.map(({ spec }) => spec.options);
  const any = (holds: (options: RoleOptions) => boolean) => all.some(holds);
  const every = (holds: (options: RoleOptions) => boolean) => all.every(holds);
  return {
    maxSessionTtlMs: lowest(all.map(({ max_session_ttl }) => max_session_ttl)) || MAX_SESSION_TTL_DEFAULT_MS,
    forwardAgent: any(({ forward_agent }) => forward_agent),
    portForwarding: any(({ port_forwarding }) => port_forwarding),
    sshFileCopy: every(({ ssh_file_copy }) => ssh_file_copy),
    x11Forwarding: any(({ permit_x11_forwarding }) => permit_x11_forwarding),
    clientIdleTimeoutMs: lowest(all.map(({ client_idle_timeout }) => client_idle_timeout)),
    maxConnections: lowest(all.map(({ max_connections }) => max_connections)),
    maxKubernetesConnections: lowest(all.map(({ max_kubernetes_connections }) => max_kubernetes_connections)),
    disconnectExpiredCert: any(({ disconnect_expired_cert }) => disconnect_expired_cert),
    enhancedRecording: [...new Set(all.flatMap(({ enhanced_recording }) => enhanced_recording))],
    recordOthers: any(({ record_session }) => record_session?.default === 'strict') ? 'strict' : 'best_effort',
    recordSsh: any(({ record_session }) => (record_session?.ssh || record_session?.default) === 'strict')
      ? 'strict'
      : 'best_effort',
    recordDesktop: any(({ record_session }) => record_session?.desktop ?? true),
    desktopClipboard: every(({ desktop_clipboard }) => desktop_clipboard),
    desktopDirectorySharing: every(({ desktop_directory_sharing }) => desktop_directory_sharing),
    dbReadOnly: any(({ db_read_only }) => db_read_only),
    lock: any(({ lock }) => lock === 'strict')
      ? 'strict'
      : any(({ lock }) => lock === 'best_effort')
        ? 'best_effort'
        : '',
  };
}

/** The smallest limit, ignoring zeros. */
function lowest(limits: readonly number[]): number {
  const real = limits.filter((limit) => limit > 0);
  return real.length > 0 ? Math.min(...real) : 0;
}
