// Database servers that break their protocol, for tests of the drivers.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import type { RunningStatement } from '../../gateway/databases/DatabaseConnection.ts';
import type { DatabaseTarget } from '../../gateway/databases/DatabaseTarget.ts';
import { openDatabase } from '../../gateway/databases/openDatabase.ts';
import type { QueryProtocol } from '../../src/wire/query/messages.ts';

export const UNREADABLE = 'the database server sent something that cannot be read';

type Server = { target: DatabaseTarget; connections: Socket[] };
/** `number`: the number of the connection, from 1. */
type Behave = (socket: Socket, number: number) => void;

/** A server with its own behaviour and port. It runs until the end of the test. */
export async function serveDatabase(protocol: QueryProtocol, behave: Behave, mode: 'disable' | 'insecure' = 'disable') {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket, connections.push(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const dial = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const target: DatabaseTarget = {
    ...{ name: 'db', protocol, account: 'ann', database: 'shop', sources: {}, dialer: { dial } },
    ...{ address: { host: '127.0.0.1', port }, tls: { mode, serverName: '127.0.0.1' } },
  };
  return { target, connections } satisfies Server;
}

/** `lost` gets the reason of the end. */
export async function openHostile({ target }: Server, readOnly = false) {
  const lost = vi.fn<(text: string) => void>();
  const notice = vi.fn<(severity: string, message: string) => void>();
  const listener = { notice, transaction: () => undefined, lost };
  const connection = await openDatabase(target, { readOnly }, listener, new AbortController().signal);
  onTestFinished(() => connection.close());
  return { connection, lost, notice };
}

/** The error with which the connection failed to open. */
export const failedOpen = async (server: Server): Promise<string> => {
  const error = await openHostile(server).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof Error ? `${error.message} ${String(error.cause)}` : 'opened';
};

/** Reads to the end and returns the number of rows. */
export async function countRows({ results }: RunningStatement): Promise<number> {
  let rows = 0;
  for (let step = await results.peek(); step; step = await results.peek()) {
    if (step.kind === 'row') rows++;
    results.take();
  }
  return rows;
}

/** Sends the same bytes endlessly, as fast as the client reads them. */
export function flood(socket: Socket, next: () => Buffer): void {
  const push = () => {
    while (!socket.destroyed && socket.write(next()));
    socket.once('drain', push);
  };
  push();
}
