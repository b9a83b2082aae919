// One statement over the text protocol of MySQL. A stored procedure may return several results.
import type { FieldPacket, ResultSetHeader } from 'mysql2';
import type { EventEmitter } from 'node:events';
import { errorMessage } from '../../../src/lib/errorMessage.ts';
import type { Column } from '../../../src/wire/query/messages.ts';
import { cellCharsMax } from '../cells.ts';
import { QueryRefused, withoutSecret } from '../DatabaseFault.ts';
import type { PacedStream } from '../PacedStream.ts';
import { ResultQueue } from '../ResultQueue.ts';
import { toCell, toColumn } from './columns.ts';

/** By name: session variables that a statement changed, if the server reports them. */
export type SystemVariables = Record<string, string>;
type Header = ResultSetHeader & { stateChanges?: { systemVariables: SystemVariables } };

type Parts = {
  stream: PacedStream;
  password: string;
  /** Flags of the server for a statement without rows. With rows they come elsewhere. */
  status: (flags: number, changed?: SystemVariables) => void;
};

export class TextQuery {
  readonly results: ResultQueue;
  readonly over: Promise<void>;
  isOver = false;
  hasFailed = false;
  /** While its rows come. */
  columns: readonly Column[] | undefined;
  #parts: Parts;
  #charsMax = 0;
  #finish: () => void = () => undefined;

  constructor(parts: Parts) {
    const { stream } = parts;
    this.#parts = parts;
    this.over = new Promise((resolve) => (this.#finish = resolve));
    this.results = new ResultQueue((isFull) => (isFull ? stream.hold() : stream.release()));
  }

  /** `events`: the emitter of the library's query. */
  read(events: EventEmitter): void {
    events.on('fields', (fields: FieldPacket[] | undefined) => {
      forgetSets(events);
      this.#fields(fields);
    });
    events.on('result', (result: unknown) => this.#result(result));
    events.on('error', (error: Error) => this.refuse(error));
    events.on('end', () => {
      this.#completeRows();
      this.end();
    });
  }

  /** The server refused the statement. */
  refuse(error: Error): void {
    this.end(this.#refused(error));
  }

  end(error?: Error): void {
    this.isOver = true;
    this.hasFailed ||= error !== undefined;
    this.results.finish(error);
    this.#finish();
  }

  #fields(fields: FieldPacket[] | undefined): void {
    this.#completeRows();
    if (!fields) return;
    this.#charsMax = cellCharsMax(fields.length);
    this.columns = fields.map(toColumn);
    this.results.put({ kind: 'columns', columns: this.columns });
  }

  #result(result: unknown): void {
    const { columns } = this;
    if (columns && Array.isArray(result)) {
      this.#parts.stream.resetKept();
      const row = columns.map(({ kind }, index) => toCell(result[index], kind, this.#charsMax));
      return this.results.put({ kind: 'row', row });
    }
    const { affectedRows, serverStatus, stateChanges } = result as Header; // the library has no other type here
    this.#parts.status(serverStatus, stateChanges?.systemVariables);
    this.results.put({ kind: 'complete', count: affectedRows });
  }

  #completeRows(): void {
    if (!this.columns) return;
    this.columns = undefined;
    this.results.put({ kind: 'complete' });
  }

  #refused(error: Error): Error {
    const { password } = this.#parts;
    const number = 'errno' in error ? String(error.errno) : '';
    const state = 'sqlState' in error && typeof error.sqlState === 'string' ? error.sqlState : '';
    const code = [number, state && `(${state})`].filter(Boolean).join(' ');
    return new QueryRefused({ message: withoutSecret(errorMessage(error), password), ...(code !== '' && { code }) });
  }
}

/** The library keeps the metadata of each result set until the last one, for callers that want all at the end. */
function forgetSets(query: object): void {
  const { _fields: fields, _rows: rows } = query as { _fields: unknown[]; _rows: unknown[] };
  if (fields.length > 1) fields[fields.length - 2] = rows[rows.length - 2] = undefined;
}
