import { MessageSocket, type MessageSocketEvents, type SocketOf } from '../../../api/MessageSocket.ts';
import { decodeAnswer } from '../../../wire/query/decodeAnswer.ts';
import type { QueryAnswer, QueryRequest } from '../../../wire/query/messages.ts';

export type QuerySocket = SocketOf<string>;

export type ConnectionEvents = MessageSocketEvents & { answer(answer: QueryAnswer): void };

/** One socket of the query console: a text frame is one message (streams §11). */
export class QueryConnection {
  #socket: MessageSocket<string>;

  constructor(socket: QuerySocket, events: ConnectionEvents) {
    const receive = (data: unknown) => {
      const answer = typeof data === 'string' ? decodeAnswer(data) : undefined;
      if (answer) events.answer(answer);
    };
    this.#socket = new MessageSocket(socket, receive, events);
  }

  send(request: QueryRequest): void {
    this.#socket.send(JSON.stringify(request));
  }

  /** Without waiting for an answer; no event follows. */
  close(): void {
    this.#socket.close();
  }
}
