import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Channel, Connection } from 'ssh2';
import { isObject } from '../../../src/lib/json.ts';
import { ForwardedConnection } from '../ForwardedConnection.ts';
import {
  ALIVE_WITHIN_MS,
  DIAL_TIMEOUT_MS,
  IDLE_RATE,
  PACKET_MIN_BYTES,
  UNREAD_MAX_BYTES,
  UNSENT_MAX_BYTES,
} from './limits.ts';

/** The address that a host asks to forward. No socket listens there: the port identifies the forward for both ends. */
export const VIRTUAL_ADDRESS = { host: 'localhost', port: 22 } as const;

type Parts = { node: string; connection: Connection; socket: Socket; sinceMs: number };

/**
 * The reverse tunnel of one host: a connection that the host has opened, and through which the gateway reaches its
 * sshd.
 */
export class HostTunnel {
  readonly node: string;
  /** Milliseconds since the epoch. */
  readonly sinceMs: number;
  /** Why it has ended. undefined while it is open, or if the host ended it. */
  endReason: string | undefined;
  #connection: Connection;
  #socket: Socket;
  #channels = new Set<Channel>();
  #idleBytes: number = IDLE_RATE.burst;
  #countedMs = performance.now();
  #countedBytes: number;

  constructor({ node, connection, socket, sinceMs }: Parts) {
    this.node = node;
    this.sinceMs = sinceMs;
    this.#connection = connection;
    this.#socket = socket;
    this.#countedBytes = socket.bytesRead;
    socket.on('data', () => this.#requireBounds());
    connection.setMaxListeners(0); // each connection through it listens for its loss
  }

  onClose(run: () => void): void {
    this.#connection.once('close', run);
  }

  end(reason: string): void {
    this.endReason ??= reason;
    this.#socket.destroy();
  }

  /**
   * Opens a connection to the sshd of the host. Rejects if the host does not answer within 10 s: the tunnel is dead
   * then.
   */
  dial(): Promise<Duplex> {
    return new Promise((resolve, reject) => {
      const lost = () => fail('its reverse tunnel was lost');
      const timer = setTimeout(() => {
        fail('it did not answer through its reverse tunnel');
        this.end('the host does not open connections');
      }, DIAL_TIMEOUT_MS);
      const finish = () => {
        clearTimeout(timer);
        this.#connection.off('close', lost);
      };
      const fail = (why: string) => {
        finish();
        reject(new Error(why));
      };
      this.#connection.once('close', lost);
      const { host, port } = VIRTUAL_ADDRESS;
      this.#connection.forwardOut(host, port, '127.0.0.1', 0, (error, channel) => {
        if (error) return fail('sshd of the server does not answer behind its reverse tunnel');
        finish();
        // The library would write empty packets forever.
        if (packetSizeOf(channel) < PACKET_MIN_BYTES) {
          this.end('the host takes no packets of a usual size');
          return reject(new Error('its reverse tunnel was lost'));
        }
        this.#channels.add(channel);
        channel.once('close', () => this.#channels.delete(channel));
        resolve(new ForwardedConnection(this.#connection, channel));
      });
    });
  }

  /** Whether the host answers a ping within three seconds. */
  isAlive(): Promise<boolean> {
    if (this.#socket.destroyed) return Promise.resolve(false);
    return new Promise((resolve) => {
      const finish = (isAlive: boolean) => () => {
        clearTimeout(timer);
        this.#socket.off('data', answered).off('close', closed);
        resolve(isAlive);
      };
      const [answered, closed] = [finish(true), finish(false)];
      const timer = setTimeout(closed, ALIVE_WITHIN_MS);
      this.#socket.once('data', answered).once('close', closed);
      ping(this.#connection);
    });
  }

  /**
   * The library neither enforces the window of a channel nor limits answers to requests: a host could fill the memory.
   */
  #requireBounds(): void {
    if (this.#socket.writableLength > UNSENT_MAX_BYTES) return this.end('the host does not read what it is sent');
    for (const channel of this.#channels)
      if (channel.readableLength > UNREAD_MAX_BYTES) return this.end('the host sends more than it may');
    const [nowMs, received] = [performance.now(), this.#socket.bytesRead - this.#countedBytes];
    const refilled = this.#idleBytes + ((nowMs - this.#countedMs) * IDLE_RATE.perMinute) / 60_000;
    this.#idleBytes = Math.min(IDLE_RATE.burst, refilled) - (this.#channels.size === 0 ? received : 0);
    this.#countedMs = nowMs;
    this.#countedBytes += received;
    if (this.#idleBytes < 0) this.end('the host sends data that no connection needs');
  }
}

function packetSizeOf(channel: Channel): number {
  const outgoing: unknown = Reflect.get(channel, 'outgoing');
  const size = isObject(outgoing) ? outgoing['packetSize'] : undefined;
  return typeof size === 'number' ? size : 0;
}

/** A request that every client answers. The library has it only for its own keepalive. */
function ping(connection: Connection): void {
  const protocol: unknown = Reflect.get(connection, '_protocol');
  if (!isObject(protocol) || typeof protocol['ping'] !== 'function')
    throw new TypeError('this version of ssh2 cannot ask for a sign of life');
  Reflect.apply(protocol['ping'], protocol, []);
}
