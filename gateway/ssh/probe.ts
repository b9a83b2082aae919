import type { HostAddress } from '../config/hostAddress.ts';
import { CLIENT_ALGORITHMS } from './clientAlgorithms.ts';
import { hostEntryName, judgeHostKey } from './knownHosts.ts';
import { ssh2 } from './library.ts';
import { readInTurns } from './readInTurns.ts';

const TIMEOUT_MS = 4_000;
/** Limit of parallel probes: each holds a socket for four seconds. */
const PROBES_MAX = 8;

let running = 0;

/**
 * Whether an SSH server with one of these host keys (`ssh-ed25519 AAAA…`) answers at the address within four seconds.
 * undefined: too many probes are running. It never signs in.
 */
export async function probeHost(
  { host, port }: HostAddress,
  hostKeys: readonly string[],
): Promise<boolean | undefined> {
  if (running >= PROBES_MAX) return undefined;
  running += 1;
  try {
    return await handshake({ host, port }, hostKeys);
  } finally {
    running -= 1;
  }
}

function handshake({ host, port }: HostAddress, hostKeys: readonly string[]): Promise<boolean> {
  const knownHosts = hostKeys.map((key) => `${hostEntryName(host, port)} ${key}`).join('\n');
  return new Promise((resolve) => {
    const client = new (ssh2().Client)();
    const finish = (isHost: boolean) => {
      clearTimeout(timer);
      client.removeAllListeners('close');
      client.destroy();
      resolve(isHost);
    };
    const timer = setTimeout(() => finish(false), TIMEOUT_MS);
    client.on('error', () => finish(false)).once('close', () => finish(false));
    client.connect({
      ...{ host, port, username: 'probe', readyTimeout: TIMEOUT_MS },
      algorithms: CLIENT_ALGORITHMS,
      hostVerifier: (key: Buffer) => {
        finish(judgeHostKey(knownHosts, host, port, key).kind === 'known');
        return false;
      },
    });
    readInTurns(client);
  });
}
