// A shell in a container, over the API server's websocket (`v4.channel.k8s.io`). The client library's own exec has no
// back pressure, so a container with endless output would fill the memory.
import type { ClientRequest, IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { at, parseJson, textAt } from '../../src/lib/json.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { limitInformation } from '../http/exchange.ts';
import { MESSAGE_FRAGMENTS } from '../http/limits.ts';
import { withTimeLimit } from '../http/timeLimit.ts';
import { RemoteShellState } from '../terminal/RemoteShellState.ts';
import { STATUS_OF_SIGNAL, type Shell, type ShellListener } from '../terminal/target.ts';
import { overConnection, type KubeClient } from './KubeClient.ts';
import { KubernetesFault } from './KubernetesFault.ts';

const PROTOCOL = 'v4.channel.k8s.io';
/** The first byte of each message. */
const CHANNEL = { input: 0, output: 1, errors: 2, status: 3, size: 4 } as const;
/** Limit of input that waits for the API server. */
const INPUT_HIGH_BYTES = 256_000;
const MESSAGE_MAX_BYTES = 4_000_000;
const OPEN_TIMEOUT_MS = 20_000;
/** Limit of a Status of the API server: a longer one would take long to parse. */
const STATUS_MAX_BYTES = 10_000;

/** bash if the container has it, without an error message otherwise. */
const COMMAND = [
  'sh',
  '-c',
  ['TERM=xterm-256color', 'export TERM', 'command -v bash >/dev/null 2>&1 && exec bash', 'exec sh'].join('\n'),
];

export class PodShell implements Shell {
  #socket: WebSocket;
  #listener: ShellListener;
  #shellState: RemoteShellState;

  private constructor(socket: WebSocket, listener: ShellListener, early: readonly Buffer[]) {
    this.#socket = socket;
    this.#listener = listener;
    this.#shellState = new RemoteShellState(listener);
    socket.on('message', (data: Buffer) => this.#message(data));
    socket.on('close', () => setImmediate(() => this.#shellState.finish())); // after the shell was returned
    for (const data of early) this.#message(data);
  }

  /** Rejects with a KubernetesFault if the shell cannot be opened. */
  static async open(
    client: KubeClient,
    { namespace, name, container }: { namespace: string; name: string; container: string },
    size: TermSize,
    listener: ShellListener,
    signal: AbortSignal | undefined,
  ): Promise<PodShell> {
    const path = client.pathOf(['api', 'v1', 'namespaces', namespace, 'pods', name, 'exec'], {
      container,
      stdin: true,
      stdout: true,
      tty: true,
      command: COMMAND,
    });
    const { headers } = client;
    const connection = await client.connect(signal);
    const limited = withTimeLimit(OPEN_TIMEOUT_MS, ...(signal ? [signal] : []));
    return new Promise((resolve, reject) => {
      const options = {
        createConnection: () => connection,
        headers,
        perMessageDeflate: false,
        maxPayload: MESSAGE_MAX_BYTES,
        ...MESSAGE_FRAGMENTS,
        followRedirects: false,
        finishRequest: (request: ClientRequest) => {
          limitInformation(request);
          request.end();
        },
        allowSynchronousEvents: false, // thousands of small messages can arrive in one piece
      };
      const address = `ws://${client.address}${path}`;
      const socket = overConnection(connection, () => new WebSocket(address, [PROTOCOL], options));
      socket.binaryType = 'nodebuffer';
      const fail = (fault: KubernetesFault) => {
        limited.removeEventListener('abort', abandon);
        socket.terminate();
        connection.destroy();
        reject(fault);
      };
      const late = () => (signal?.aborted ? 'The client has disconnected.' : 'The API server did not answer in time.');
      const abandon = () => fail(new KubernetesFault('connect', late()));
      limited.addEventListener('abort', abandon);
      // Stays registered: an error of an open socket closes it too.
      socket.on('error', (error) =>
        fail(new KubernetesFault('connect', 'The API server did not open a shell.', error.message.slice(0, 200))),
      );
      socket.on('unexpected-response', (_request, answer) => {
        void beginningOf(answer).then((body) => fail(client.refusalOf(answer.statusCode ?? 0, body)));
      });
      // Messages that come with the handshake are kept until a listener exists.
      const early: Buffer[] = [];
      const keep = (data: Buffer) => void early.push(data);
      socket.on('message', keep);
      socket.once('open', () => {
        limited.removeEventListener('abort', abandon);
        socket.off('message', keep);
        const shell = new PodShell(socket, listener, early);
        shell.resize(size);
        resolve(shell);
      });
      if (limited.aborted) abandon();
    });
  }

  write(bytes: Uint8Array): boolean {
    if (this.#shellState.isOver || this.#socket.readyState !== WebSocket.OPEN) return true;
    this.#socket.send(inChannel(CHANNEL.input, bytes), () => this.#drained());
    if (this.#socket.bufferedAmount > INPUT_HIGH_BYTES) this.#shellState.isWaiting = true;
    return !this.#shellState.isWaiting;
  }

  resize({ cols, rows }: TermSize): void {
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(inChannel(CHANNEL.size, utf8(JSON.stringify({ Width: cols, Height: rows }))));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  hangUp(): void {
    const close = () => {
      this.resume();
      this.#socket.close(1000);
    };
    this.#shellState.hangUp(close, () => this.#socket.terminate());
  }

  #message(data: Buffer): void {
    if (this.#shellState.isOver || data.length === 0) return;
    const [channel] = data;
    const body = data.subarray(1);
    if (channel === CHANNEL.status) this.#shellState.end = { kind: 'exited', status: statusOf(body) };
    else if ((channel === CHANNEL.output || channel === CHANNEL.errors) && body.length > 0) this.#listener.output(body);
  }

  #drained(): void {
    if (this.#socket.bufferedAmount <= INPUT_HIGH_BYTES / 2) this.#shellState.drained();
  }
}

const inChannel = (channel: number, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.of(channel), bytes]);

/** The exit code in a Status. Other failures count as ended by a signal. */
function statusOf(body: Buffer): number {
  const status = body.length > STATUS_MAX_BYTES ? undefined : parseJson(body.toString('utf8'));
  if (textAt(status, 'status') === 'Success') return 0;
  const causes = at(status, 'details', 'causes');
  const cause = (Array.isArray(causes) ? (causes as unknown[]) : []).find(
    (each) => textAt(each, 'reason') === 'ExitCode',
  );
  const code = Number(textAt(cause, 'message'));
  return Number.isInteger(code) && code > 0 ? code : STATUS_OF_SIGNAL;
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      text += chunk.toString('utf8');
      if (text.length > STATUS_MAX_BYTES) break;
    }
  } catch {
    // The text that was read is enough.
  }
  return text;
}
