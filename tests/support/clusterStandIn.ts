// A stand-in for a 13.1 cluster, as a process that a test starts, stops and restarts.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../gateway/process/listen.ts';

const SCRIPT = fileURLToPath(new URL('clusterStandIn.mjs', import.meta.url));

export type ClusterStandIn = {
  url: URL;
  /** Its standard error so far. */
  log: () => string;
  state: () => Promise<{ running: string[]; certificates: number; peers: string[] }>;
  setRoles: (roles: readonly string[]) => Promise<void>;
  /** Resolves with the exit code of a process that ends without a signal of the test. */
  ended: () => Promise<number | null>;
  /** Kills it, as a power cut would. */
  stop: () => Promise<void>;
  /** Starts it again on the same port with only its data on disk: without sessions. */
  restart: () => Promise<void>;
};

/** `proxyProtocol`: its connections must begin with the client's address. */
export async function startClusterStandIn({ proxyProtocol = false } = {}): Promise<ClusterStandIn> {
  const port = await freePort('127.0.0.1');
  const url = new URL(`http://127.0.0.1:${port}`);
  let log = '';
  let child: ChildProcess;
  const start = async () => {
    const options = { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[] };
    child = fork(SCRIPT, [String(port), ...(proxyProtocol ? ['proxy'] : [])], options);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text));
    await once(child, 'message');
  };
  await start();
  const ask = async (path: string, init?: RequestInit) => (await fetch(new URL(path, url), init)).json();
  return {
    url,
    log: () => log,
    state: () => ask('/stand-in/state') as ReturnType<ClusterStandIn['state']>,
    async setRoles(roles) {
      await ask('/stand-in/roles', { method: 'PUT', body: JSON.stringify(roles) });
    },
    async ended() {
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    restart: start,
  };
}
