import { MessageSocket, type MessageSocketEvents, type SocketOf } from '../../../api/MessageSocket.ts';
import { decodeDesktop, encodeDesktop, type DesktopMessage } from '../../../wire/desktop/messages.ts';

type Frame = Uint8Array<ArrayBuffer>;
export type DesktopSocket = SocketOf<Frame>;

export type ConnectionEvents = MessageSocketEvents & {
  /** Throws WireError for what cannot be shown. */
  message(message: DesktopMessage): void;
};

/** One socket of the desktop protocol: a frame is one message (streams §5.2). */
export class DesktopConnection {
  #socket: MessageSocket<Frame>;

  constructor(socket: DesktopSocket, events: ConnectionEvents) {
    const receive = (data: unknown) => {
      if (data instanceof ArrayBuffer) events.message(decodeDesktop(new Uint8Array(data)));
    };
    this.#socket = new MessageSocket(socket, receive, events);
  }

  send(message: DesktopMessage): void {
    this.#socket.send(encodeDesktop(message));
  }

  /** Without waiting for an answer; no event follows. */
  close(): void {
    this.#socket.close();
  }
}
