import type { SocketOf } from '../../src/api/MessageSocket.ts';
import type { AssistType, ClientMessage } from '../../src/wire/assist/messages.ts';
import { decodeClientMessage } from '../../src/wire/assist/clientMessages.ts';
import { encodeServerMessage } from '../../src/wire/assist/serverMessages.ts';

/** The server's side of a conversation, driven by a test. */
export class FakeAssistSocket implements SocketOf<string> {
  onopen: SocketOf<string>['onopen'] = null;
  onmessage: SocketOf<string>['onmessage'] = null;
  onclose: SocketOf<string>['onclose'] = null;
  readyState: WebSocket['readyState'] = 0;
  readonly frames: string[] = [];
  isLeft = false;

  get sent(): ClientMessage[] {
    return this.frames.map((frame) => decodeClientMessage(frame, true));
  }

  send(frame: string): void {
    if (this.readyState !== 1) throw new Error('the socket is not open');
    this.frames.push(frame);
  }

  close(): void {
    this.isLeft = true;
    this.readyState = 3;
  }

  open(): this {
    this.readyState = 1;
    this.onopen?.call(this as unknown as WebSocket, new Event('open'));
    return this;
  }

  raw(data: unknown): void {
    this.onmessage?.call(this as unknown as WebSocket, { data } as MessageEvent);
  }

  receive(type: AssistType, payload: unknown, at = '2026-11-25T12:00:00Z'): void {
    this.raw(encodeServerMessage(type, at, typeof payload === 'string' ? payload : JSON.stringify(payload)));
  }

  /** With extensions: the message does not go into the history. */
  refuse(text: string): void {
    this.raw(encodeServerMessage('CHAT_MESSAGE_ERROR', '2026-11-25T12:00:00Z', text, false));
  }

  part(content: string, idx = 1): void {
    this.receive('CHAT_PARTIAL_MESSAGE_ASSISTANT', { content, idx });
  }

  finish(idx = 1): void {
    this.receive('CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE', { idx });
  }

  /** The server or the network ends the connection. */
  drop(reason = ''): void {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, { code: 1006, reason } as CloseEvent);
  }
}
