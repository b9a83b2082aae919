import { decodeDesktop, encodeDesktop, type DesktopMessage } from '../../../wire/desktop/messages.ts';
import { WireError } from '../../../wire/envelope.ts';

/** What is used of a websocket whose `binaryType` is `arraybuffer`. */
export type DesktopSocket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'close' | 'readyState'> & {
  send(frame: Uint8Array<ArrayBuffer>): void;
};

export type ConnectionEvents = {
  /** Throws WireError for what cannot be shown. */
  message(message: DesktopMessage): void;
  /** Once, and nothing comes afterwards. `wasOpen`: the server had taken the socket. */
  closed(wasOpen: boolean): void;
  /** What came is no message of this protocol. Once, and nothing comes afterwards. */
  unreadable(text: string): void;
};

/** `readyState` of a socket that takes frames. */
const OPEN = 1;

/** One socket of the desktop protocol: a frame is one message (streams §5.2). */
export class DesktopConnection {
  #socket: DesktopSocket;

  constructor(socket: DesktopSocket, events: ConnectionEvents) {
    this.#socket = socket;
    let wasOpen = false;
    socket.onopen = () => (wasOpen = true);
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!(data instanceof ArrayBuffer)) return;
      try {
        events.message(decodeDesktop(new Uint8Array(data)));
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

  send(message: DesktopMessage): void {
    if (this.#socket.readyState === OPEN) this.#socket.send(encodeDesktop(message));
  }

  /** Without waiting for an answer; no event follows. */
  close(): void {
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close(1000);
  }
}
