// A socket of the query console as a test drives it (streams §11).
import type { IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { decodeAnswer } from '../../src/wire/query/decodeAnswer.ts';
import type { Cell, QueryAnswer, QueryRequest } from '../../src/wire/query/messages.ts';
import { APP_DATABASE, APP_USER } from './postgres.ts';
import type { Refusal } from './terminalClient.ts';

const WAIT_MS = 10_000;

export type Answer<T extends QueryAnswer['type']> = Extract<QueryAnswer, { type: T }>;
type Run = { rowLimit?: number; explain?: boolean };

export class QuerySocket {
  /** undefined once the socket is open, else what was answered in its place. */
  readonly opened: Promise<Refusal | undefined>;
  readonly closed: Promise<number>;
  readonly answers: QueryAnswer[] = [];
  readonly socket: WebSocket;
  #changed = new Set<() => void>();
  #over = false;
  #lastId = 0;

  constructor(url: string, headers: Record<string, string>) {
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
      const answer = decodeAnswer(data.toString('utf8'));
      if (answer) this.answers.push(answer);
      this.#look();
    });
  }

  send(request: QueryRequest): void {
    this.socket.send(JSON.stringify(request));
  }

  of<T extends QueryAnswer['type']>(type: T, id?: number): Answer<T>[] {
    return this.answers.filter(
      (answer): answer is Answer<T> =>
        answer.type === type && (id === undefined || ('id' in answer && answer.id === id)),
    );
  }

  /** Waits for the nth answer of a type. */
  async sees<T extends QueryAnswer['type']>(type: T, nth = 1): Promise<Answer<T>> {
    await this.until(() => this.of(type).length >= nth, `answer ${nth} of type ${type}`);
    return this.of(type)[nth - 1] as Answer<T>;
  }

  nextId(): number {
    return (this.#lastId += 1);
  }

  /** Without waiting; gives the id. */
  start(sql: string, { rowLimit = 1000, explain }: Run = {}): number {
    const id = this.nextId();
    this.send({ type: 'run', id, sql, rowLimit, ...(explain && { explain }) });
    return id;
  }

  /** Runs a text and waits for its end; gives everything that was answered. */
  async run(sql: string, options: Run = {}): Promise<Outcome> {
    return this.ends(this.start(sql, options));
  }

  async more(set: number, rows: number): Promise<Outcome> {
    const id = this.nextId();
    this.send({ type: 'more', id, set, rows });
    return this.ends(id);
  }

  async ends(id: number): Promise<Outcome> {
    await this.until(() => this.of('done', id).length > 0, `the end of ${id}`);
    const rows = this.of('rows', id);
    return {
      rows: rows.flatMap((part) => part.rows),
      columns: this.of('columns', id).map(({ columns }) =>
        columns.map(({ name, kind }) => `${name}:${kind}`).join(' '),
      ),
      sets: this.of('set', id).map(({ command, count, hasMore }) => ({ command, count, hasMore })),
      failed: this.of('failed', id)[0],
      isCancelled: this.of('cancelled', id).length > 0,
    };
  }

  /** What the gateway said last before it closed. */
  async refusal(): Promise<string> {
    await this.closed;
    return this.of('ended')[0]?.reason ?? '';
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const stop = (settle: () => void) => {
        clearTimeout(timer);
        this.#changed.delete(look);
        settle();
      };
      const seen = () => JSON.stringify(this.answers.slice(-5)).slice(0, 1000);
      const fail = (why: string) => stop(() => reject(new Error(`${why} before ${what}; got ${seen()}`)));
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

export type Outcome = {
  rows: (readonly Cell[])[];
  /** Of each result set: `name:kind`, separated by blanks. */
  columns: string[];
  sets: { command: string; count: number | undefined; hasMore: boolean }[];
  failed: Answer<'failed'> | undefined;
  isCancelled: boolean;
};

type SignedIn = { bearer: string; cookieHeader: string };
export type QueryAsk = { name?: string; user?: string; database?: string; headers?: Record<string, string> };

export function queryUrl(base: string, { bearer }: Pick<SignedIn, 'bearer'>, ask: QueryAsk = {}): string {
  const { name = 'shop-db', user = APP_USER, database = APP_DATABASE } = ask;
  const path = `/v1/webapi/postern/sites/-current-/databases/${encodeURIComponent(name)}/query`;
  return `${base.replace(/^http/, 'ws')}${path}?${new URLSearchParams({ access_token: bearer, user, database })}`;
}

/** It is dropped when the test is over. */
export function openQuery({ base }: { base: string }, browser: SignedIn, ask: QueryAsk = {}): QuerySocket {
  const socket = new QuerySocket(queryUrl(base, browser, ask), { cookie: browser.cookieHeader, ...ask.headers });
  onTestFinished(() => socket.socket.terminate());
  return socket;
}
