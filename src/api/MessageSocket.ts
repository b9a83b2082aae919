import { WireError } from '../wire/envelope.ts';

/** What is used of a websocket whose `binaryType` is `arraybuffer`. */
export type SocketOf<F> = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close' | 'readyState'> & {
  send(frame: F): void;
};

/** How messages are read and written, and what happens to the socket. */
type Protocol<F, M> = {
  encode(message: M): F;
  /** Gets the data of each frame, and throws WireError for what it cannot read. */
  receive(data: unknown): void;
  opened?(): void;
  /** Once, and nothing comes afterwards. `wasOpen`: the server had taken the socket. `reason`: its words, or ''. */
  closed(wasOpen: boolean, reason: string): void;
  /** What came is no message of the protocol. Once, and nothing comes afterwards. */
  unreadable(text: string): void;
};

/** `readyState` of a socket that takes frames. */
const OPEN = 1;

/** One socket of a protocol in which a frame is one message. */
export class MessageSocket<F, M> {
  #socket: SocketOf<F>;
  #protocol: Protocol<F, M>;

  constructor(socket: SocketOf<F>, protocol: Protocol<F, M>) {
    this.#socket = socket;
    this.#protocol = protocol;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      protocol.opened?.();
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      try {
        protocol.receive(data);
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        this.close();
        protocol.unreadable(error.message);
      }
    };
    socket.onclose = ({ reason }) => {
      this.close();
      protocol.closed(wasOpen, reason);
    };
  }

  get isOpen(): boolean {
    return this.#socket.readyState === OPEN;
  }

  /** Nothing where the socket takes no frames: the browser would complain. */
  send(message: M): void {
    if (this.isOpen) this.#socket.send(this.#protocol.encode(message));
  }

  /** Without waiting for an answer; no event follows. */
  close(): void {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }
}
