// A command on another machine, over a connection of its own.
import type { Client, ClientChannel } from 'ssh2';
import { isObject } from '../../src/lib/json.ts';
import { CANCEL_MS, type CommandListener, type RunningCommand } from '../commands/commandTarget.ts';
import { STATUS_OF_SIGNAL, TargetError, type ShellEnd } from '../terminal/target.ts';

/** How long a connection may take to carry the last words. */
const CUT_AFTER_MS = 1000;

type Signal = 'TERM' | 'KILL';

/** Whatever else the server has started for this connection, each with its process group. */
const killSiblings = (name: Signal): string =>
  `exec sh -c 'ps -A -o pid= -o ppid= | while read -r pid parent; do [ "$parent" = "$PPID" ] && [ "$pid" != "$$" ] && kill -s ${name} -- "-$pid"; done'`;

export class SshCommand implements RunningCommand {
  #client: Client;
  #channel: ClientChannel;
  #listener: CommandListener;
  /** Of a connection that breaks nothing better is known. */
  #end: ShellEnd = { kind: 'lost' };
  #over = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(client: Client, channel: ClientChannel, listener: CommandListener) {
    this.#client = client;
    this.#channel = channel;
    this.#listener = listener;
    channel.on('data', (bytes: Buffer) => listener.stdout(bytes));
    channel.stderr.on('data', (bytes: Buffer) => listener.stderr(bytes));
    this.pause();
    channel.eof(); // there is no input
    channel.on('exit', (status: number | null) => {
      this.#end = { kind: 'exited', status: status ?? STATUS_OF_SIGNAL };
    });
    // Comes only when all that was printed has been told.
    channel.on('close', () => this.#finish());
    channel.on('error', () => undefined); // closes too
  }

  /** Takes the connection over: it ends with the command, or at once where the command is refused. */
  static start(client: Client, line: string, listener: CommandListener): Promise<SshCommand> {
    return new Promise((resolve, reject) => {
      const lost = () => reject(new TargetError('the server closed the connection before the command started'));
      client.once('close', lost);
      client.exec(line, (error, channel) => {
        client.off('close', lost);
        if (!error) return resolve(new SshCommand(client, channel, listener));
        client.end();
        reject(new TargetError(`the server does not run commands: ${error.message}`));
      });
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

  /** A server leaves running what has no terminal when its channel closes: it is asked to end it first. */
  cancel(): void {
    if (this.#over || this.#timer) return;
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

  /** By request, and for servers that take none (OpenSSH for root) by a command beside ours. */
  #signal(name: Signal): void {
    const { outgoing } = this.#channel;
    if (isObject(outgoing) && outgoing['state'] === 'eof') {
      // The library sends none after the end of the input; servers take them all the same (RFC 4254 §6.9).
      outgoing['state'] = 'open';
      this.#channel.signal(name);
      outgoing['state'] = 'eof';
    }
    try {
      this.#client.exec(killSiblings(name), (error, channel) => {
        if (!error) channel.on('error', () => undefined).resume();
      });
    } catch {
      // The connection is lost. There is no way to the server any more.
    }
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#client.end();
    this.#listener.end(this.#end);
  }
}
