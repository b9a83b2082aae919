// Wires the reverse tunnels of joined servers to the parts of the gateway.
import type { ValueStore } from '../../../src/lib/valueStore.ts';
import type { HostAddress } from '../../config/hostAddress.ts';
import type { GatewayConfig, Settings } from '../../config/settings.ts';
import { AnonymousLog } from '../../http/AnonymousLog.ts';
import type { SessionCertificates } from '../../identity/ca/SessionCertificates.ts';
import type { Locks } from '../../locks/Locks.ts';
import { toStartError } from '../../process/listen.ts';
import type { Stores } from '../../store/stores.ts';
import { JoinedServers } from '../JoinedServers.ts';
import { openEndpointKey } from './endpointKey.ts';
import { HostTunnels } from './HostTunnels.ts';
import { TunnelEndpoint } from './TunnelEndpoint.ts';

type Parts = {
  settings: Settings;
  fileConfig: ValueStore<GatewayConfig>;
  stores: Stores;
  locks: Locks;
  now: () => number;
  certificates: Pick<SessionCertificates, 'certify'>;
  log: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** A tunnel was opened or lost. */
  changed?: (node: string, isConnected: boolean) => void;
};

export type ReverseTunnels = {
  joinedServers: JoinedServers;
  hosts: HostTunnels;
  /** Where servers open tunnels, and the gateway's key there. undefined: reverse tunnels are not configured. */
  endpoint(): { address: HostAddress; hostKey: string } | undefined;
  /** Listens, now and after every change of the file. Rejects with a StartError. */
  start(): Promise<void>;
  close(): void;
};

export function openTunnels({
  settings,
  fileConfig,
  stores,
  locks,
  now,
  certificates,
  log,
  changed,
}: Parts): ReverseTunnels {
  const { joinedHosts } = stores;
  const hosts = new HostTunnels({
    joinedHosts,
    now,
    changed: (node, details) => {
      log.info({ node, ...details }, details.connected ? 'reverse tunnel connected' : 'reverse tunnel disconnected');
      changed?.(node, details.connected);
    },
    report: (err) => log.error({ err }, 'could not store when a reverse tunnel changed'),
  });
  const joinedServers = new JoinedServers({ joinedHosts, certificates, tunnels: hosts, locks, now });
  const key = () => openEndpointKey(stores.settings);
  const refusedLog = new AnonymousLog((merged) => log.info(merged, 'further connections without a reverse tunnel'));
  const endpoint = new TunnelEndpoint({
    ...{ key, joinedHosts, now, tunnels: hosts },
    refusal: (node) => joinedServers.refusal(node),
    refused: (address, reason) => {
      if (refusedLog.allows(address)) log.info({ address, reason }, 'connection without a reverse tunnel');
    },
  });
  let listening = '';
  const listenAsConfigured = async () => {
    const { listen } = fileConfig.get().tunnels ?? {};
    const listenKey = listen ? JSON.stringify(listen) : '';
    if (listenKey === listening) return;
    listening = listenKey;
    endpoint.close();
    if (!listen) return;
    await endpoint.listen(listen).catch((error: unknown) => {
      listening = '';
      throw toStartError(error, listen.host, listen.port, 'ssh.tunnel_listen in gateway.yaml');
    });
  };
  // In order: a second change may come before the endpoint listens.
  let turn = Promise.resolve();
  const follow = (): Promise<void> => {
    const next = turn.then(listenAsConfigured);
    turn = next.catch(() => undefined);
    return next;
  };
  let unsubscribe = () => {};
  return {
    joinedServers,
    hosts,
    endpoint() {
      const { tunnels } = fileConfig.get();
      if (!tunnels) return undefined;
      const { listen, publicAddress = { host: hostOf(settings.publicUrl), port: listen.port } } = tunnels;
      return { address: publicAddress, hostKey: key().line };
    },
    async start() {
      await follow();
      unsubscribe = fileConfig.subscribe(() => {
        follow().catch((err: unknown) => log.error({ err }, 'the endpoint for reverse tunnels does not listen'));
      });
    },
    close() {
      unsubscribe();
      endpoint.close();
      refusedLog.flush();
    },
  };
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');
