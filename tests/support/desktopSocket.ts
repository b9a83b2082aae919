// A client of a desktop socket for tests.
import type { IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import {
  decodeDesktop,
  encodeDesktop,
  type DesktopMessage,
  type DesktopMessageKind,
  type DesktopMessageOf,
} from '../../src/wire/desktop/messages.ts';
import type { ApiClient } from './ApiClient.ts';
import type { Refusal } from './terminalClient.ts';

const WAIT_MS = 10_000;

export type DesktopQuery = {
  username?: string;
  width?: string;
  height?: string;
  extensions?: string;
  layout?: string;
};

type Options = {
  headers?: Record<string, string>;
  /** False: the client does not answer fences. */
  answersFences?: boolean;
};

export class DesktopSocket {
  /** undefined once the socket is open, else the answer to the upgrade. */
  readonly opened: Promise<Refusal | undefined>;
  readonly closed: Promise<number>;
  readonly messages: DesktopMessage[] = [];
  /** Whether the client answers new fences. Earlier fences are not affected. */
  answersFences: boolean;
  readonly socket: WebSocket;
  #changed = new Set<() => void>();
  #over = false;

  constructor(url: string, { headers = {}, answersFences = true }: Options = {}) {
    this.answersFences = answersFences;
    const socket = (this.socket = new WebSocket(url, { headers, perMessageDeflate: false }));
    this.opened = new Promise((resolve) => {
      socket.on('open', () => resolve(undefined));
      socket.on('error', () => socket.terminate());
      socket.on('unexpected-response', (_request, response: IncomingMessage) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
    });
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve(code)));
    void this.closed.then(() => {
      this.#over = true;
      this.#look();
    });
    socket.on('message', (data: Buffer) => {
      const message = decodeDesktop(new Uint8Array(data));
      this.messages.push(message);
      if (message.kind === 'fence' && this.answersFences) this.send(message);
      this.#look();
    });
  }

  get isOver(): boolean {
    return this.#over;
  }

  send(...messages: DesktopMessage[]): void {
    for (const message of messages) this.socket.send(encodeDesktop(message));
  }

  of<K extends DesktopMessageKind>(kind: K): DesktopMessageOf<K>[] {
    return this.messages.filter((message): message is DesktopMessageOf<K> => message.kind === kind);
  }

  /** Waits for the nth message of a kind. */
  async sees<K extends DesktopMessageKind>(kind: K, nth = 1): Promise<DesktopMessageOf<K>> {
    await this.until(() => this.of(kind).length >= nth, `message ${nth} of kind ${kind}`);
    return this.of(kind)[nth - 1] as DesktopMessageOf<K>;
  }

  /** The last message of the gateway before it closed the socket. */
  async refusal(): Promise<string> {
    await this.closed;
    return this.of('notification').find(({ severity }) => severity === 2)?.text ?? '';
  }

  warnings(): string[] {
    return this.of('notification')
      .filter(({ severity }) => severity === 1)
      .map(({ text }) => text);
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const stop = (settle: () => void) => {
        clearTimeout(timer);
        this.#changed.delete(look);
        settle();
      };
      const kinds = () => this.messages.map((message) => ('text' in message ? message.text : message.kind)).slice(-20);
      const fail = (why: string) => stop(() => reject(new Error(`${why} before ${what}; got ${kinds().join(', ')}`)));
      const timer = setTimeout(() => fail(`${WAIT_MS} ms went by`), WAIT_MS);
      const look = () => {
        if (holds()) stop(resolve);
        else if (this.#over) fail('the socket closed');
      };
      this.#changed.add(look);
      look();
    });
  }

  #look(): void {
    for (const look of [...this.#changed]) look();
  }
}

/** The address of a desktop's socket for a signed-in browser. */
export function desktopUrl(
  base: string,
  browser: Pick<ApiClient, 'bearer'>,
  name: string,
  query: DesktopQuery,
): string {
  const asked = { access_token: browser.bearer, username: 'lab', width: '640', height: '480', ...query };
  const path = `/v1/webapi/sites/-current-/desktops/${encodeURIComponent(name)}/connect`;
  return `${base.replace(/^http/, 'ws')}${path}?${new URLSearchParams(asked)}`;
}

/** The socket is dropped at the end of the test. */
export function openDesktop(
  { base }: { base: string },
  browser: ApiClient,
  name: string,
  query: DesktopQuery = {},
  options: Options = {},
): DesktopSocket {
  const headers = { cookie: browser.cookieHeader, ...options.headers };
  const socket = new DesktopSocket(desktopUrl(base, browser, name, query), { ...options, headers });
  onTestFinished(() => socket.socket.terminate());
  return socket;
}
