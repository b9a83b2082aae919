// A client of a socket of the query console for tests.
import type { IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Cell, QueryAnswer, QueryRequest } from '../../src/wire/query/messages.ts';
import type { Refusal } from './terminalClient.ts';

const WAIT_MS = 20_000;

type AnswerOf<T extends QueryAnswer['type']> = Extract<QueryAnswer, { type: T }>;
/** All answers to one request. */
export type RunOutcome = {
  answers: QueryAnswer[];
  rows: (readonly Cell[])[][];
  sets: AnswerOf<'set'>[];
  columns: AnswerOf<'columns'>[];
  failed: AnswerOf<'failed'> | undefined;
  isCancelled: boolean;
};

export class QuerySocket {
  /** undefined once the socket is open, else the answer to the upgrade. */
  readonly opened: Promise<Refusal | undefined>;
  readonly closed: Promise<number>;
  readonly answers: QueryAnswer[] = [];
  /** All received frames, unchanged. */
  readonly frames: string[] = [];
  readonly socket: WebSocket;
  #lastId = 0;
  #done = new Set<number>();
  #changed = new Set<() => void>();
  #isOver = false;

  constructor(url: string, headers: Record<string, string> = {}) {
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
      this.#isOver = true;
      this.#look();
    });
    socket.on('message', (data: Buffer) => {
      const frame = data.toString('utf8');
      this.frames.push(frame);
      const answer = JSON.parse(frame) as QueryAnswer;
      this.answers.push(answer);
      if (answer.type === 'done') this.#done.add(answer.id);
      this.#look();
    });
  }

  send(request: QueryRequest): void {
    this.socket.send(JSON.stringify(request));
  }

  nextId(): number {
    return (this.#lastId += 1);
  }

  of<T extends QueryAnswer['type']>(type: T): AnswerOf<T>[] {
    return this.answers.filter((answer): answer is AnswerOf<T> => answer.type === type);
  }

  async sees<T extends QueryAnswer['type']>(type: T, nth = 1): Promise<AnswerOf<T>> {
    await this.until(() => this.of(type).length >= nth, `answer ${nth} of type ${type}`);
    return this.of(type)[nth - 1] as AnswerOf<T>;
  }

  /** Sends a text. Returns the id of the request. */
  start(sql: string, rowLimit = 100, explain = false): number {
    const id = this.nextId();
    this.send({ type: 'run', id, sql, rowLimit, explain });
    return id;
  }

  run(sql: string, rowLimit?: number, explain?: boolean): Promise<RunOutcome> {
    return this.outcome(this.start(sql, rowLimit, explain));
  }

  more(set: number, rows: number): Promise<RunOutcome> {
    const id = this.nextId();
    this.send({ type: 'more', id, set, rows });
    return this.outcome(id);
  }

  /** Waits for all answers to a request. */
  async outcome(id: number): Promise<RunOutcome> {
    await this.until(() => this.#done.has(id), `the end of request ${id}`);
    const answers = this.answers.filter((answer) => 'id' in answer && answer.id === id);
    const only = <T extends QueryAnswer['type']>(type: T) =>
      answers.filter((answer): answer is AnswerOf<T> => answer.type === type);
    const rows: (readonly Cell[])[][] = [];
    for (const part of only('rows')) (rows[part.set] ??= []).push(...part.rows);
    return {
      answers,
      rows,
      sets: only('set'),
      columns: only('columns'),
      failed: only('failed')[0],
      isCancelled: only('cancelled').length > 0,
    };
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The last message of the gateway before it closed the socket. */
  async ending(): Promise<string> {
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
      const last = () => this.frames.slice(-10).map((frame) => frame.slice(0, 200));
      const fail = (why: string) => stop(() => reject(new Error(`${why} before ${what}; got ${last().join('\n')}`)));
      const timer = setTimeout(() => fail(`${WAIT_MS} ms went by`), WAIT_MS);
      const look = () => {
        if (holds()) stop(resolve);
        else if (this.#isOver) fail('the socket closed');
      };
      this.#changed.add(look);
      look();
    });
  }

  #look(): void {
    for (const look of [...this.#changed]) look();
  }
}

export type QueryAsked = { name?: string; user?: string; database?: string; token?: string };

export function queryUrl(base: string, { name = 'pg', user = 'ann', database = 'shop', token }: QueryAsked): string {
  const path = `/v1/webapi/postern/sites/-current-/databases/${encodeURIComponent(name)}/query`;
  const query = new URLSearchParams({ user, database, ...(token !== undefined && { access_token: token }) });
  return `${base.replace(/^http/, 'ws')}${path}?${query}`;
}

/** A signed-in user, in the form of both kinds of test clients. */
type Browser = { bearer: string; cookie: string };

/** The socket is dropped at the end of the test. */
export function openQueries(base: string, { bearer, cookie }: Browser, asked: QueryAsked = {}): QuerySocket {
  const socket = new QuerySocket(queryUrl(base, { token: bearer, ...asked }), { cookie });
  onTestFinished(() => socket.socket.terminate());
  return socket;
}

export async function readyQueries(base: string, browser: Browser, asked: QueryAsked = {}): Promise<QuerySocket> {
  const socket = openQueries(base, browser, asked);
  await socket.sees('ready');
  return socket;
}
