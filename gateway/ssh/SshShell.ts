// A login shell on another machine, over its own connection.
import type { Client, ClientChannel } from 'ssh2';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { RemoteShellState } from '../terminal/RemoteShellState.ts';
import { STATUS_OF_SIGNAL, type Shell, type ShellListener } from '../terminal/target.ts';
import { startChannel } from './openChannel.ts';

export class SshShell implements Shell {
  #client: Client;
  #channel: ClientChannel;
  #shellState: RemoteShellState;

  private constructor(client: Client, channel: ClientChannel, listener: ShellListener) {
    this.#client = client;
    this.#channel = channel;
    this.#shellState = new RemoteShellState(listener);
    channel.on('data', (bytes: Buffer) => listener.output(bytes));
    // With a terminal there is only one output. Data on stderr is shown too, so that it never blocks the connection.
    channel.stderr.on('data', (bytes: Buffer) => listener.output(bytes));
    channel.on('drain', () => this.#shellState.drained());
    channel.on('exit', (status: number | null) => {
      this.#shellState.end = { kind: 'exited', status: status ?? STATUS_OF_SIGNAL };
    });
    // Comes only after all output has been delivered, even after long pauses. It may come together with the answer that
    // the shell is open, before the caller has got it.
    channel.on('close', () => setImmediate(() => this.#finish()));
    channel.on('error', () => undefined); // a close event follows
  }

  /** Takes over the connection: it ends with the shell, or at once if the shell cannot be opened. */
  static open(client: Client, { cols, rows }: TermSize, listener: ShellListener, maxMs?: number): Promise<SshShell> {
    // A host accepts the variables that its configuration allows.
    const options = { env: { LANG: process.env['LANG'] ?? 'C.UTF-8', COLORTERM: 'truecolor' } };
    return startChannel(client, {
      kind: 'shell',
      send: (done) => client.shell({ term: 'xterm-256color', cols, rows, width: 0, height: 0 }, options, done),
      started: (channel) => new SshShell(client, channel, listener),
      maxMs,
    });
  }

  write(bytes: Uint8Array): boolean {
    if (this.#shellState.isOver || !this.#channel.writable) return true;
    this.#shellState.isWaiting = !this.#channel.write(bytes);
    return !this.#shellState.isWaiting;
  }

  resize({ cols, rows }: TermSize): void {
    this.#channel.setWindow(rows, cols, 0, 0);
  }

  pause(): void {
    this.#channel.pause();
  }

  resume(): void {
    this.#channel.resume();
  }

  hangUp(): void {
    const close = () => {
      this.resume();
      this.#channel.close();
    };
    this.#shellState.hangUp(close, () => this.#client.destroy());
  }

  #finish(): void {
    this.#client.end();
    this.#shellState.finish();
  }
}
