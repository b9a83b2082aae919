// A login shell on another machine, over a connection of its own.
import type { Client, ClientChannel } from 'ssh2';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { RemoteShellLife } from '../terminal/RemoteShellLife.ts';
import { STATUS_OF_SIGNAL, TargetError, type Shell, type ShellListener } from '../terminal/target.ts';

export class SshShell implements Shell {
  #client: Client;
  #channel: ClientChannel;
  #life: RemoteShellLife;

  private constructor(client: Client, channel: ClientChannel, listener: ShellListener) {
    this.#client = client;
    this.#channel = channel;
    this.#life = new RemoteShellLife(listener);
    channel.on('data', (bytes: Buffer) => listener.output(bytes));
    // With a terminal there is but one output; what a host sends beside it is shown and never left to block the line.
    channel.stderr.on('data', (bytes: Buffer) => listener.output(bytes));
    channel.on('drain', () => this.#life.drained());
    channel.on('exit', (status: number | null) => {
      this.#life.end = { kind: 'exited', status: status ?? STATUS_OF_SIGNAL };
    });
    // Comes only when all that was printed has been told, however long somebody slow made it wait. It may come with the
    // answer that there is a shell, before whoever opened it has heard of it.
    channel.on('close', () => setImmediate(() => this.#finish()));
    channel.on('error', () => undefined); // closes too
  }

  /** Takes the connection over: it ends with the shell, or at once where there is no shell to be had. */
  static open(client: Client, { cols, rows }: TermSize, listener: ShellListener): Promise<SshShell> {
    // A host takes of these what its configuration lets through.
    const options = { env: { LANG: process.env['LANG'] ?? 'C.UTF-8', COLORTERM: 'truecolor' } };
    return new Promise((resolve, reject) => {
      const lost = () => reject(new TargetError('the server closed the connection before the shell started'));
      client.once('close', lost);
      client.shell({ term: 'xterm-256color', cols, rows, width: 0, height: 0 }, options, (error, channel) => {
        client.off('close', lost);
        if (!error) return resolve(new SshShell(client, channel, listener));
        client.end();
        reject(new TargetError(`the server did not start a shell: ${error.message}`));
      });
    });
  }

  write(bytes: Uint8Array): boolean {
    if (this.#life.isOver || !this.#channel.writable) return true;
    this.#life.isWaiting = !this.#channel.write(bytes);
    return !this.#life.isWaiting;
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
    this.#life.hangUp(close, () => this.#client.destroy());
  }

  #finish(): void {
    this.#client.end();
    this.#life.finish();
  }
}
