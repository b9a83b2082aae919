// A command on another machine, over its own connection.
import type { Client, ClientChannel } from 'ssh2';
import { isObject } from '../../src/lib/json.ts';
import { CANCEL_MS, type CommandListener, type RunningCommand } from '../commands/commandTarget.ts';
import { STATUS_OF_SIGNAL, type ShellEnd } from '../terminal/target.ts';
import { startChannel } from './openChannel.ts';

/** How long a connection may take to deliver the last output. */
const CUT_AFTER_MS = 1000;

type Signal = 'TERM' | 'KILL';

/** A command that signals the other processes of this connection on the server, with their process groups. */
const killSiblings = (name: Signal): string =>
  `exec sh -c 'ps -A -o pid= -o ppid= | while read -r pid parent; do [ "$parent" = "$PPID" ] && [ "$pid" != "$$" ] && kill -s ${name} -- "-$pid"; done'`;

export class SshCommand implements RunningCommand {
  #client: Client;
  #channel: ClientChannel;
  #listener: CommandListener;
  /** The default, for a connection that breaks. */
  #end: ShellEnd = { kind: 'lost' };
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(client: Client, channel: ClientChannel, listener: CommandListener) {
    this.#client = client;
    this.#channel = channel;
    this.#listener = listener;
    channel.on('data', (bytes: Buffer) => listener.stdout(bytes));
    channel.stderr.on('data', (bytes: Buffer) => listener.stderr(bytes));
    this.pause();
    channel.eof(); // the command gets no input
    channel.on('exit', (status: number | null) => {
      this.#end = { kind: 'exited', status: status ?? STATUS_OF_SIGNAL };
    });
    // Comes only after all output has been delivered.
    channel.on('close', () => this.#finish());
    channel.on('error', () => undefined); // a close event follows
  }

  /** Takes over the connection: it ends with the command, or at once if the command is refused. */
  static start(client: Client, line: string, listener: CommandListener, maxMs?: number): Promise<SshCommand> {
    return startChannel(client, {
      kind: 'command',
      send: (done) => client.exec(line, done),
      started: (channel) => new SshCommand(client, channel, listener),
      maxMs,
    });
  }

  pause(): void {
    this.#channel.pause();
    this.#channel.stderr.pause();
  }

  resume(): void {
    this.#channel.resume();
    this.#channel.stderr.resume();
  }

  /** Servers do not end a command without a terminal when its channel closes: it gets a signal first. */
  cancel(): void {
    if (this.#isOver || this.#timer) return;
    this.resume();
    this.#end = { kind: 'exited', status: STATUS_OF_SIGNAL };
    this.#signal('TERM');
    this.#timer = setTimeout(() => {
      this.#signal('KILL');
      this.#timer = setTimeout(() => {
        this.#client.destroy();
        this.#finish();
      }, CUT_AFTER_MS);
    }, CANCEL_MS);
  }

  /** Sends a signal request, and runs a kill command for servers that ignore the request (OpenSSH for root). */
  #signal(name: Signal): void {
    const { outgoing } = this.#channel;
    if (isObject(outgoing) && outgoing['state'] === 'eof') {
      // The library sends none after the end of the input, but servers accept them (RFC 4254 §6.9).
      outgoing['state'] = 'open';
      this.#channel.signal(name);
      outgoing['state'] = 'eof';
    }
    try {
      this.#client.exec(killSiblings(name), (error, channel) => {
        if (!error) channel.on('error', () => undefined).resume();
      });
    } catch {
      // The connection is lost, so the server cannot be reached.
    }
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#client.end();
    this.#listener.end(this.#end);
  }
}
