import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

/** FreeRDP connects anew for each kind of encryption that it tries; a desktop needs no more. */
const CONNECTIONS_MAX = 8;

export type Forward = {
  /** A socket that only this account can open. */
  path: string;
  /** Ends what is connected. Twice is harmless. */
  close(): void;
};

/**
 * A socket through which threads and programs of this machine reach what `dial` connects to. The first connection is
 * made before: rejects with what `dial` rejects with. Those that fail later are closed.
 */
export async function openForward(dial: () => Promise<Duplex>): Promise<Forward> {
  const open = new Set<Duplex>();
  const keep = <S extends Duplex>(stream: S): S => {
    open.add(stream);
    stream.on('error', () => undefined).once('close', () => open.delete(stream));
    return stream;
  };
  let ready: Duplex | undefined = keep(await dial());

  const directory = await mkdtemp(join(tmpdir(), 'postern-way-'));
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
    rmSync(directory, { recursive: true, force: true });
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
