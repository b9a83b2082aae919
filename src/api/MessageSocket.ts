import { WireError } from '../wire/envelope.ts';

/** What is used of a websocket whose `binaryType` is `arraybuffer`. */
export type SocketOf<F> = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close' | 'readyState'> & {
  send(frame: F): void;
};

export type MessageSocketEvents = {
  /** Once, and nothing comes afterwards. `wasOpen`: the server had taken the socket. */
  closed(wasOpen: boolean): void;
  /** What came is no message of the protocol. Once, and nothing comes afterwards. */
  unreadable(text: string): void;
};

/** `readyState` of a socket that takes frames. */
const OPEN = 1;

/** One socket of a protocol in which a frame is one message. */
export class MessageSocket<F> {
  #socket: SocketOf<F>;

  /** `receive` gets the data of each frame, and throws WireError for what it cannot read. */
  constructor(socket: SocketOf<F>, receive: (data: unknown) => void, events: MessageSocketEvents) {
    this.#socket = socket;
    let wasOpen = false;
    socket.onopen = () => (wasOpen = true);
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      try {
        receive(data);
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

  /** Nothing where the socket takes no frames: the browser would complain. */
  send(frame: F): void {
    if (this.#socket.readyState === OPEN) this.#socket.send(frame);
  }

  /** Without waiting for an answer; no event follows. */
  close(): void {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }
}
