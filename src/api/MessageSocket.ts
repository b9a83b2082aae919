import { WireError } from '../wire/envelope.ts';

/** The used part of a websocket whose `binaryType` is `arraybuffer`. */
export type SocketOf<F> = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close' | 'readyState'> & {
  send(frame: F): void;
};

/** Encodes and decodes messages, and handles the events of the socket. */
type Protocol<F, M> = {
  encode(message: M): F;
  /** Gets the data of each frame. Throws WireError for invalid frames. */
  receive(data: unknown): void;
  opened?(): void;
  /**
   * Called once, as the last call. `wasOpen`: the server had accepted the socket. `reason`: the server's text, or ''.
   */
  closed(wasOpen: boolean, reason: string): void;
  /** The frame is not a message of the protocol. Called once, as the last call. */
  unreadable(text: string): void;
};

/** `readyState` of an open socket. */
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

  /** Does nothing if the socket is not open: the browser would log an error. */
  send(message: M): void {
    if (this.isOpen) this.#socket.send(this.#protocol.encode(message));
  }

  /** Closes at once. No event follows. */
  close(): void {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }
}
