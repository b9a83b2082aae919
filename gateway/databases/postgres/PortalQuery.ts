// One statement over the extended protocol of PostgreSQL: a single command, all values as text, rows in portions.
import type { FieldDef, Submittable } from 'pg';
import { cellCharsMax, toBinaryCell, toName, toTextCell } from '../cells.ts';
import { QueryRefused, withoutSecret } from '../DatabaseFault.ts';
import type { PacedStream } from '../PacedStream.ts';
import { ResultQueue, type Step } from '../ResultQueue.ts';
import { NO_COPY } from '../statements.ts';
import { errorMessage } from '../../../src/lib/errorMessage.ts';
import type { Cell } from '../../../src/wire/query/messages.ts';
import { BYTEA, kindOfType } from './types.ts';

/** Rows of one portion. The server waits between portions. */
const PORTION_ROWS = 500;

/** Parts of the package's connection that its types do not declare. */
type Wire = {
  parse(query: { text: string }): void;
  bind(config: { values: [] }): void;
  describe(message: { type: 'P' }): void;
  execute(config: { rows: number }): void;
  close(message: { type: 'P' }): void;
  sendCopyFail(text: string): void;
  flush(): void;
  sync(): void;
  once(event: 'readyForQuery', listener: () => void): void;
};

type Parts = {
  sql: string;
  stream: PacedStream;
  typeName: (oid: number) => string;
  /** Removed from shown texts of the server. */
  password: string;
};

export class PortalQuery implements Submittable {
  readonly results: ResultQueue;
  readonly over: Promise<void>;
  #parts: Parts;
  #wire: Wire | undefined;
  #columns: FieldDef[] = [];
  #charsMax = 0;
  #isSuspended = false;
  /** The current portion has a row: only then can it be complete. */
  #hasRow = false;
  #isClosing = false;
  /** The server answers each Sync, and a surplus answer would count as that of the next statement. */
  #isSynced = false;
  /** The completed command. It can still fail at the commit. */
  #complete: Step | undefined;
  #finish: () => void = () => undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.over = new Promise((resolve) => (this.#finish = resolve));
    this.results = new ResultQueue((isFull) => this.#pace(isFull));
  }

  submit = (connection: unknown): void => {
    const wire = (this.#wire = connection as Wire); // the package's types are incomplete
    wire.parse({ text: this.#parts.sql });
    wire.bind({ values: [] });
    wire.describe({ type: 'P' });
    this.#execute();
  };

  async close(): Promise<void> {
    this.#isClosing = true;
    this.results.drop();
    if (this.#isSuspended) this.#closePortal();
    await this.over;
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#charsMax = cellCharsMax(fields.length);
    this.#columns = fields;
    const columns = fields.map(({ name, dataTypeID }) => ({
      name: toName(name),
      type: this.#parts.typeName(dataTypeID),
      kind: kindOfType(dataTypeID),
    }));
    this.results.put({ kind: 'columns', columns });
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#parts.stream.resetKept();
    this.#hasRow = true;
    if (this.#isClosing) return;
    const row = fields.map((value, column) => this.#toCell(value, this.#columns[column]?.dataTypeID));
    this.results.put({ kind: 'row', row });
  }

  handlePortalSuspended(): void {
    if (this.#isClosing) this.#closePortal();
    else if (this.results.isFull) this.#isSuspended = true;
    else if (this.#hasRow) this.#execute();
  }

  /** `INSERT 0 5`, `SELECT 3`, `CREATE TABLE`. */
  handleCommandComplete(complete: { text: string }): void {
    const text = toName(complete.text);
    const [, command = text, count] = /^(\D+?)(?: \d+)??(?: (\d+))?$/.exec(text) ?? [];
    this.#complete = { kind: 'complete', command, ...(count !== undefined && { count: Number(count) }) };
    this.#closePortal();
  }

  handleEmptyQuery = (): void => this.#closePortal();

  handleReadyForQuery(): void {
    if (this.#complete) this.results.put(this.#complete);
    this.#end();
  }

  handleError(error: Error): void {
    if (!('severity' in error)) return this.#end(error);
    const refused = new QueryRefused(this.#refusalOf(error));
    if (!this.#wire) return this.#end(refused); // refused before it was sent
    // The package now drops the statement and calls it no more.
    this.#wire.once('readyForQuery', () => this.#end(refused));
    if (!this.#isSynced) this.#wire.sync();
  }

  handleCopyInResponse = (): void => this.#wire?.sendCopyFail(NO_COPY);

  handleCopyData(): void {
    // COPY TO STDOUT is refused before it runs. Any data that comes is ignored.
  }

  #execute(): void {
    this.#isSuspended = this.#hasRow = false;
    this.#wire?.execute({ rows: PORTION_ROWS });
    this.#wire?.flush();
  }

  /** In an open transaction the portal would stay open and keep its locks. */
  #closePortal(): void {
    if (this.#isSynced) return;
    this.#isSuspended = false;
    this.#wire?.close({ type: 'P' });
    this.#wire?.sync();
    this.#isSynced = true;
  }

  #pace(isFull: boolean): void {
    if (isFull) return this.#parts.stream.hold();
    this.#parts.stream.release();
    if (this.#isSuspended && !this.#isClosing) this.#execute();
  }

  #end(error?: Error): void {
    this.results.finish(error);
    this.#finish();
  }

  #toCell(value: string | null, type: number | undefined): Cell {
    if (value === null) return null;
    if (type !== BYTEA || !value.startsWith('\\x')) return toTextCell(value, this.#charsMax);
    const bytes = Buffer.from(value.slice(2, 2 + 2 * this.#charsMax), 'hex');
    return toBinaryCell(bytes, (value.length - 2) / 2, this.#charsMax);
  }

  #refusalOf(error: Error) {
    const word = (name: string) => {
      const value: unknown = name in error ? Reflect.get(error, name) : undefined;
      return typeof value === 'string' && value !== '' ? withoutSecret(value, this.#parts.password) : undefined;
    };
    const position = Number(word('position'));
    const code = word('code');
    const detail = word('detail') ?? word('where');
    const hint = word('hint');
    return {
      message: withoutSecret(errorMessage(error), this.#parts.password),
      ...(code !== undefined && { code }),
      ...(position > 0 && { position: charactersOf(this.#parts.sql, position - 1) }),
      ...(detail !== undefined && { detail }),
      ...(hint !== undefined && { hint }),
    };
  }
}

/** The server counts Unicode characters, texts here are counted in UTF-16 units. */
function charactersOf(text: string, codePoints: number): number {
  let units = 0;
  for (let seen = 0; seen < codePoints && units < text.length; seen++)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}
