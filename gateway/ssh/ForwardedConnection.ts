import type { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import type { Channel } from 'ssh2';

const LOST = 'the SSH connection to the server in between was lost';

type Callback = (error?: Error | null) => void;

/**
 * A forwarded TCP connection that behaves like a socket: it ends when the other side ends, reports the loss of the SSH
 * connection as an error, and always closes. A channel of ssh2 closes only after its last byte was read, and never
 * answers a write after its end.
 */
export class ForwardedConnection extends Duplex {
  #channel: Channel;
  #pending: Callback | undefined;

  /** `client`: the SSH connection, of either side. */
  constructor(client: Pick<EventEmitter, 'once' | 'off'>, channel: Channel) {
    super({ allowHalfOpen: false });
    this.#channel = channel;
    // A caller that dropped the connection before its loss has no listener, and an unhandled error would end the
    // process.
    this.on('error', () => undefined);
    const lose = () => void this.destroy(new Error(LOST));
    client.once('close', lose);
    this.once('close', () => client.off('close', lose));
    channel.on('data', (bytes: Buffer) => {
      if (!this.push(bytes)) channel.pause();
    });
    channel.on('end', () => this.push(null));
    channel.on('error', (error: Error) => this.destroy(error));
    channel.once('close', () => {
      this.#settle(new Error('the connection was closed'));
      if (!this.readableEnded) this.push(null);
    });
  }

  override _read(): void {
    this.#channel.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: Callback): void {
    this.#pending = done;
    this.#channel.write(bytes, (error) => this.#settle(error));
  }

  override _final(done: Callback): void {
    this.#channel.end();
    done();
  }

  override _destroy(error: Error | null, done: Callback): void {
    this.#channel.destroy();
    this.#channel.resume();
    this.#settle(error);
    done(error);
  }

  #settle(error?: Error | null): void {
    const callback = this.#pending;
    this.#pending = undefined;
    callback?.(error);
  }
}
