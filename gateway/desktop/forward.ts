import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { PrivateDirectories } from '../process/PrivateDirectories.ts';

/** FreeRDP opens a new connection for each kind of encryption that it tries. A desktop needs no more. */
const CONNECTIONS_MAX = 8;

export type Forward = {
  /** A socket that only this account can open. */
  path: string;
  /** Closes all connections. Calling it twice is harmless. */
  close(): void;
};

/**
 * A socket through which threads and programs of this machine use connections of `dial`. The first connection is made
 * in advance: rejects with the error of `dial`. If a later one fails, its client is disconnected.
 */
export async function openForward(
  dial: () => Promise<Duplex>,
  directories: Pick<PrivateDirectories, 'make' | 'remove'>,
): Promise<Forward> {
  const open = new Set<Duplex>();
  const keep = <S extends Duplex>(stream: S): S => {
    open.add(stream);
    stream.on('error', () => undefined).once('close', () => open.delete(stream));
    return stream;
  };
  let ready: Duplex | undefined = keep(await dial());

  const directory = await directories.make('way');
  let isClosed = false;
  const connect = async (socket: Socket): Promise<void> => {
    keep(socket);
    const first = ready;
    ready = undefined;
    const remote = first && !first.destroyed ? first : keep(await dial());
    if (isClosed || socket.destroyed) return void remote.destroy();
    socket.once('close', () => remote.destroy());
    remote.once('close', () => socket.destroy());
    socket.pipe(remote).pipe(socket);
  };
  const server = createServer((socket) => void connect(socket).catch(() => socket.destroy()));
  server.maxConnections = CONNECTIONS_MAX;
  server.on('error', () => undefined); // without a file descriptor a connection is not accepted
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    server.close();
    for (const stream of open) stream.destroy();
    directories.remove(directory);
  };
  const path = join(directory, 'socket');
  try {
    server.listen(path);
    await once(server, 'listening');
  } catch (error) {
    close();
    throw error;
  }
  return { path, close };
}
