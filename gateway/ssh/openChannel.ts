// A connection that an SSH server opens for the gateway (direct-tcpip, RFC 4254 §7.2).
import type { Client, ClientChannel } from 'ssh2';
import { remoteText } from '../terminal/target.ts';

export const ABANDONED = 'the client has disconnected';
export const noAnswerWithin = (ms: number): string => `it did not answer within ${ms / 1000} s`;

/**
 * Rejects with an error whose message is the reason: after `timeoutMs`, since a server need not answer, or at once when
 * `signal` aborts or the connection is lost.
 */
export function openChannel(
  client: Client,
  { host, port }: { host: string; port: number },
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    let isOver = signal?.aborted ?? false;
    const finish = () => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abandon);
      client.off('close', lost);
    };
    const fail = (why: string) => {
      finish();
      reject(new Error(why));
    };
    const abandon = () => fail(ABANDONED);
    const lost = () => fail('the connection to the server in between was lost');
    const timer = setTimeout(() => fail(noAnswerWithin(timeoutMs)), timeoutMs);
    if (isOver) return abandon();
    signal?.addEventListener('abort', abandon);
    client.once('close', lost);
    try {
      client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
        if (isOver) return error ? undefined : void channel.destroy().resume();
        if (error) return fail(forwardFault(error));
        finish();
        resolve(channel);
      });
    } catch {
      lost(); // the connection is already closing
    }
  });
}

/** [RFC 4254 §5.1] The answer of sshd if AllowTcpForwarding or PermitOpen forbid it. */
const PROHIBITED = 1;

function forwardFault(error: Error): string {
  if ('reason' in error && error.reason === PROHIBITED) return 'the server in between does not allow TCP forwarding';
  return `the server in between reports: ${remoteText(error.message.replace('(SSH) Channel open failure: ', ''))}`;
}
