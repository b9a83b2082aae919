// Many requests over few connections, as quickly as the gateway answers them.
import { openRaw } from './rawConnection.ts';

type Options = {
  base: string;
  from: string;
  /** Complete requests, as sent. */
  requests: readonly string[];
  /** Requests that wait for their answer at the same time. */
  depth?: number;
};

/**
 * Number of answers of each status. If the gateway closes a connection, the client opens it again and continues
 * after the last answered request, or after the first one if none was answered.
 */
export async function sendAll({ base, from, requests, depth = 16 }: Options): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let next = 0;
  while (next < requests.length) {
    const first = next;
    let answered = 0;
    let rest = '';
    const connection = await openRaw({ base, from });
    const { socket } = connection;
    await new Promise<void>((resolve) => {
      const send = () => {
        if (first + answered >= requests.length) return void socket.end(() => resolve());
        const until = Math.min(first + answered + depth, requests.length);
        if (next < until) socket.write(requests.slice(next, until).join(''));
        next = until;
      };
      socket.on('data', (piece: string) => {
        const text = rest + piece;
        for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
          statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1);
          answered += 1;
        }
        // A status line may arrive in two pieces. A complete one must not count twice.
        rest = text.slice(Math.max(text.length - 12, text.lastIndexOf('HTTP/1.1 ') + 13));
        send();
      });
      void connection.closed.then(() => resolve());
      send();
    });
    socket.destroy();
    next = Math.max(first + answered, first + 1);
  }
  return statuses;
}
