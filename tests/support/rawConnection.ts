// A TCP connection that sends exactly the given bytes from its own address: for clients that misbehave.
import { connect, type Socket } from 'node:net';

export type RawConnection = {
  socket: Socket;
  /** All bytes that the gateway has sent. */
  text: () => string;
  /** Resolves when the gateway has closed the connection, with the milliseconds since it was opened. */
  closed: Promise<number>;
  /** Resolves with the first match in the received text. Rejects if the connection closes without a match. */
  receives(pattern: RegExp): Promise<RegExpExecArray>;
};

type Options = {
  /** Such as `http://localhost:41234`. */
  base: string;
  /** Loopback address to connect from. */
  from?: string;
  /** Sent at once. */
  send?: string;
};

/** Resolves when connected. */
export async function openRaw({ base, from = '127.0.0.1', send = '' }: Options): Promise<RawConnection> {
  const openedMs = Date.now();
  const socket = connect({
    host: '127.0.0.1',
    port: Number(new URL(base).port),
    localAddress: from,
    allowHalfOpen: true,
  });
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => {
    const done = () => resolve(Date.now() - openedMs);
    socket.once('end', done);
    socket.once('close', done);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.write(send);
  return {
    socket,
    text: () => text,
    closed,
    receives: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(text);
          if (match) resolve(match);
        };
        socket.on('data', look);
        void closed.then(() => {
          look();
          reject(new Error(`the connection closed without ${pattern}: ${text.slice(0, 500)}`));
        });
        look();
      }),
  };
}

/** A request with a body. `length` is the value of the header. */
export const postOf = (path: string, body: string, length = body.length, headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${headers}\r\n${body}`;
