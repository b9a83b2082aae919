// The SSH part of gateway.yaml with its paths resolved.
import type { FileSsh, FileSshTrust } from './fileConfig.ts';
import { durationMs } from './durationMs.ts';
import { resolvePath } from './files.ts';
import type { SshConnect, SshTrust } from './settings.ts';
import { parseSshAddress } from './hostAddress.ts';

/** For hosts without keepalive settings. */
export const SSH_KEEPALIVE_DEFAULT = { intervalMs: 15_000, count: 3 } as const;

/** Missing values stay missing: the defaults of all servers are applied later. */
export function toSshConnect(file: FileSsh, directory: string): SshConnect {
  const { connect_timeout, keepalive, jump } = file;
  return {
    ...toTrust(file, directory),
    ...(connect_timeout !== undefined && { connectTimeoutMs: durationMs(connect_timeout) }),
    ...(keepalive && {
      keepalive: {
        intervalMs:
          keepalive.interval === undefined ? SSH_KEEPALIVE_DEFAULT.intervalMs : durationMs(keepalive.interval),
        count: keepalive.count ?? SSH_KEEPALIVE_DEFAULT.count,
      },
    }),
    ...(jump && {
      jump: jump.map(({ host, user, ...trust }) => ({
        ...(parseSshAddress(host) ?? { host, port: 0 }),
        ...(user !== undefined && { user }),
        ...toTrust(trust, directory),
      })),
    }),
  };
}

function toTrust(file: FileSshTrust, directory: string): SshTrust {
  const { identity_file, passphrase_file, passphrase_env, agent, known_hosts, check_host_key } = file;
  const path = (text: string) => resolvePath(directory, text);
  return {
    ...(identity_file !== undefined && {
      identity: {
        file: path(identity_file),
        ...(passphrase_file !== undefined && { passphrase: { file: path(passphrase_file) } }),
        ...(passphrase_env !== undefined && { passphrase: { env: passphrase_env } }),
      },
    }),
    ...(agent !== undefined && { agent }),
    ...(known_hosts !== undefined && { knownHosts: path(known_hosts) }),
    ...(check_host_key !== undefined && { checkHostKey: check_host_key }),
  };
}
