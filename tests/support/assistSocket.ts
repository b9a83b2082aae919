// A client of an Assist socket for tests.
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { AssistContext, AssistMessageJson } from '../../src/wire/assist/messages.ts';
import { decodeCommand, decodePartial } from '../../src/wire/assist/payloads.ts';
import type { Refusal } from './terminalClient.ts';

const WAIT_MS = 15_000;

/** The browser that opens it: cookies and token. */
export type AssistBrowser = { bearer: string; cookie: string };

export class AssistSocket {
  /** undefined once the socket is open, else the answer to the upgrade. */
  readonly opened: Promise<Refusal | undefined>;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly messages: AssistMessageJson[] = [];
  /** All received frames, unchanged. */
  readonly frames: string[] = [];
  readonly socket: WebSocket;
  #changed = new Set<() => void>();

  constructor(base: string, { bearer, cookie }: AssistBrowser, query: Readonly<Record<string, string>>) {
    const parameters = new URLSearchParams({ access_token: bearer, ...query });
    const url = `${base.replace(/^http/, 'ws')}/v1/webapi/sites/-current-/assistant?${parameters}`;
    const socket = (this.socket = new WebSocket(url, { headers: { cookie }, perMessageDeflate: false }));
    this.opened = new Promise((resolve) => {
      socket.on('open', () => resolve(undefined));
      socket.on('error', () => socket.terminate());
      socket.on('unexpected-response', (_request, response: IncomingMessage) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#look();
      }),
    );
    socket.on('message', (data: Buffer) => {
      const frame = data.toString('utf8');
      this.frames.push(frame);
      this.messages.push(JSON.parse(frame) as AssistMessageJson);
      this.#look();
    });
  }

  /** Opens a socket with extensions. It is dropped at the end of the test. */
  static async open(base: string, browser: AssistBrowser, conversationId: string, extensions = true) {
    const query = { conversation_id: conversationId, ...(extensions && { extensions: '1' }) };
    const socket = new AssistSocket(base, browser, query);
    onTestFinished(() => socket.socket.terminate());
    expect(await socket.opened).toBeUndefined();
    return socket;
  }

  send(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Sends a message, waits for the end of the answer and returns its messages. */
  async ask(text: string, context: readonly AssistContext[] = []): Promise<AssistMessageJson[]> {
    return this.answerTo({ payload: text, ...(context.length > 0 && { context }) });
  }

  async answerTo(frame: object): Promise<AssistMessageJson[]> {
    const before = this.messages.length;
    this.send(frame);
    await this.until(
      () => isAnswered(this.messages.slice(before)),
      `the answer to ${JSON.stringify(frame).slice(0, 100)}`,
    );
    return this.messages.slice(before);
  }

  of(type: string): AssistMessageJson[] {
    return this.messages.filter((message) => message.type === type);
  }

  async sees(type: string, nth = 1): Promise<AssistMessageJson> {
    await this.until(() => this.of(type).length >= nth, `message ${nth} of type ${type}`);
    return this.of(type)[nth - 1]!;
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no ${what}; came: ${this.frames.join('').slice(0, 2000)}`)),
        WAIT_MS,
      );
      const look = () => {
        if (!holds()) return;
        clearTimeout(timer);
        this.#changed.delete(look);
        resolve();
      };
      this.#changed.add(look);
    });
  }

  #look(): void {
    for (const look of [...this.#changed]) look();
  }
}

/**
 * Whether the answer has ended: with an error, a message or a command. A command may follow a text in parts. It arrives
 * together with the last part.
 */
const isAnswered = (messages: readonly AssistMessageJson[]): boolean =>
  messages.some(({ type }) =>
    ['CHAT_MESSAGE_ASSISTANT', 'CHAT_MESSAGE_ERROR', 'COMMAND', 'CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE'].includes(
      type,
    ),
  );

/** The text of an answer, sent as a message or in parts. */
export const textOf = (messages: readonly AssistMessageJson[]): string =>
  messages
    .map(({ type, payload }) => {
      if (type === 'CHAT_MESSAGE_ASSISTANT') return payload;
      return type === 'CHAT_PARTIAL_MESSAGE_ASSISTANT' ? decodePartial(payload).content : '';
    })
    .join('');

/** The command of an answer. */
export function commandOf(messages: readonly AssistMessageJson[]) {
  const found = messages.find(({ type }) => type === 'COMMAND');
  return found && decodeCommand(found.payload);
}
