import type { SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { encodeClientMessage } from '../../../wire/assist/clientMessages.ts';
import type { AssistMessageJson, ClientMessage } from '../../../wire/assist/messages.ts';
import { decodeServerMessage } from '../../../wire/assist/serverMessages.ts';
import { WireError } from '../../../wire/envelope.ts';

/** What is used of a websocket. */
export type AssistSocket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close' | 'readyState'> & {
  send(frame: string): void;
};

/** What a conversation needs of the world. */
export type SessionPorts = {
  open: () => AssistSocket;
  explain: (signal: AbortSignal) => Promise<SocketProblem>;
  fetchHistory: (signal: AbortSignal) => Promise<readonly AssistMessageJson[]>;
  /** The server takes more than the text of a message (streams §7.7). */
  hasExtensions: boolean;
  clock: Clock;
  /** Calls back whenever the network may have come back. */
  whenReachable: (listener: () => void) => Dispose;
};

type ConnectionEvents = {
  opened(): void;
  message(message: AssistMessageJson): void;
  /** Once, and nothing comes afterwards. `why`: the words of the server, or ''. */
  closed(wasOpen: boolean, why: string): void;
};

/** `readyState` of a socket that takes frames. */
const OPEN = 1;

/** One socket of a conversation: a text frame is one message (streams §7.1). */
export class AssistConnection {
  #socket: AssistSocket;

  constructor(socket: AssistSocket, events: ConnectionEvents) {
    this.#socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      events.opened();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string') return;
      try {
        events.message(decodeServerMessage(data));
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        this.close();
        events.closed(true, `The server sent data that cannot be read (${error.message})`);
      }
    };
    socket.onclose = ({ reason }) => {
      this.close();
      events.closed(wasOpen, reason);
    };
  }

  get isOpen(): boolean {
    return this.#socket.readyState === OPEN;
  }

  send(message: ClientMessage): void {
    this.#socket.send(encodeClientMessage(message));
  }

  /** No event follows. */
  close(): void {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }
}
