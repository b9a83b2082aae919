import { WireError } from '../../../wire/envelope.ts';
import { decodeAnswer } from '../../../wire/query/decodeAnswer.ts';
import type { QueryAnswer, QueryRequest } from '../../../wire/query/messages.ts';

/** What is used of a websocket. */
export type QuerySocket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close' | 'readyState'> & {
  send(frame: string): void;
};

export type ConnectionEvents = {
  answer(answer: QueryAnswer): void;
  /** Once, and nothing comes afterwards. `wasOpen`: the server had taken the socket. */
  closed(wasOpen: boolean): void;
  /** What came is no message of this protocol. Once, and nothing comes afterwards. */
  unreadable(text: string): void;
};

/** `readyState` of a socket that takes frames. */
const OPEN = 1;

/** One socket of the query console: a text frame is one message (streams §11). */
export class QueryConnection {
  #socket: QuerySocket;

  constructor(socket: QuerySocket, events: ConnectionEvents) {
    this.#socket = socket;
    let wasOpen = false;
    socket.onopen = () => (wasOpen = true);
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string') return;
      try {
        const answer = decodeAnswer(data);
        if (answer) events.answer(answer);
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        this.close();
        events.unreadable(error.message);
      }
    };
    socket.onclose = () => {
      this.close();
      events.closed(wasOpen);
    };
  }

  send(request: QueryRequest): void {
    if (this.#socket.readyState === OPEN) this.#socket.send(JSON.stringify(request));
  }

  /** Without waiting for an answer; no event follows. */
  close(): void {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }
}
