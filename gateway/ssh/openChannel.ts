// Channels of an SSH server: shells and commands, and connections that it opens for the gateway (direct-tcpip, RFC 4254
// §7.2).
import type { Client, ClientChannel } from 'ssh2';
import { remoteText, TargetError } from '../terminal/target.ts';

export const ABANDONED = 'the client has disconnected';
export const noAnswerWithin = (ms: number): string => `it did not answer within ${ms / 1000} s`;

/** For a shell or a command. The server may have to mount a home directory first. */
const START_MAX_MS = 60_000;

type Start<Started> = {
  kind: 'shell' | 'command';
  send: (answered: (error: Error | undefined, channel: ClientChannel) => void) => void;
  /** Listens at once: the exit status may come together with the answer. */
  started: (channel: ClientChannel) => Started;
  maxMs?: number | undefined;
};

/**
 * Rejects with a TargetError and ends the connection if the server refuses, closes the connection or does not answer
 * for `maxMs`.
 */
export function startChannel<Started>(
  client: Client,
  { kind, send, started, maxMs = START_MAX_MS }: Start<Started>,
): Promise<Started> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const fail = (why: string) => {
      finish();
      client.end();
      reject(new TargetError(why));
    };
    const lost = () => fail(`the server closed the connection before the ${kind} started`);
    const tooLate = () => fail(`the server did not start the ${kind} within ${maxMs / 1000} s. Try again later.`);
    const timer = setTimeout(tooLate, maxMs);
    const finish = () => {
      isOver = true;
      clearTimeout(timer);
      client.off('close', lost);
    };
    client.once('close', lost);
    send((error, channel) => {
      if (isOver) return error ? undefined : void channel.destroy().resume();
      finish();
      if (error) fail(`the server did not start a ${kind}: ${remoteText(error.message)}`);
      else resolve(started(channel));
    });
  });
}

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
