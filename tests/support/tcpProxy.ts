// A network between a browser and a gateway that a test can cut without notice.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type TcpProxy = {
  port: number;
  /** From now on no bytes are relayed, and neither side sees an end. New connections are accepted and hang. */
  freeze(): void;
  /** New connections are relayed again. Frozen connections stay dead, as after a restart of a router. */
  heal(): void;
  stop(): Promise<void>;
};

type Options = {
  /** Host of the target. */
  to?: string;
  /** Where it listens. Port 0: a free port. */
  at?: { host: string; port: number };
};

export async function startTcpProxy(
  targetPort: number,
  { to = 'localhost', at = { host: 'localhost', port: 0 } }: Options = {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (isFrozen) return void near.pause();
    const far = connect(targetPort, to);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(at.port, at.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    heal() {
      isFrozen = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
