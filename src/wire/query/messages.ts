// The query socket `postern/sites/:site/databases/:name/query`, an extension (streams §11): JSON in text frames in both
// directions. Values are the database's own text, so that numbers keep all digits.

export type QueryProtocol = 'postgres' | 'mysql';

/** One value. `binary`: base64 of its first bytes. `cut`: the start of a text that is too long to be sent. */
export type Cell = null | string | { binary: string; bytes: number } | { cut: string; chars: number };

/** How a column is shown and compared. `type` is the database's own name for it. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'time' | 'json' | 'binary';
export type Column = { name: string; type: string; kind: ColumnKind };

export type TransactionState = 'none' | 'open' | 'failed';

/** The client chooses `id` in rising order. One query runs at a time. */
export type QueryRequest =
  /**
   * Runs all statements of the text in order, until one fails. `explain`: returns the plan of the single statement
   * instead of its rows.
   */
  | { type: 'run'; id: number; sql: string; rowLimit: number; explain?: boolean }
  /** Reads further rows of a result set with `hasMore`. */
  | { type: 'more'; id: number; set: number; rows: number }
  /** The client needs no further rows of the result set. */
  | { type: 'close'; id: number; set: number }
  /** Stops the running query. */
  | { type: 'cancel'; id: number }
  /** Requests tables and columns for completion. */
  | { type: 'catalog'; id: number }
  /** The answer to `challenge`, with the same JSON as on the terminal socket (streams §3.4). */
  | { type: 'factor'; answer: unknown };

export type QueryAnswer =
  | { type: 'challenge'; challenge: unknown }
  | {
      type: 'ready';
      sid: string;
      protocol: QueryProtocol;
      /** As the server reports it: `15.18`, `10.11.14-MariaDB`. */
      version: string;
      user: string;
      database: string;
      /** The reason why the session is read-only. Absent if it is not. */
      readOnly?: string;
      recorded: boolean;
    }
  | { type: 'columns'; id: number; set: number; columns: readonly Column[] }
  | { type: 'rows'; id: number; set: number; rows: readonly (readonly Cell[])[] }
  /**
   * `command`: `SELECT`, `INSERT`, … `count`: the number of changed rows, or the size of the result set if all its rows
   * were sent or counted. `hasMore`: the client can request further rows. `isCut`: there were further rows that it
   * cannot request.
   */
  | {
      type: 'set';
      id: number;
      set: number;
      command: string;
      count?: number;
      hasMore: boolean;
      isCut?: boolean;
      ms: number;
    }
  /** `position`: offset in characters in the text of `run`. */
  | { type: 'failed'; id: number; message: string; code?: string; position?: number; detail?: string; hint?: string }
  | { type: 'cancelled'; id: number }
  /** Everything requested with `id` has been answered. Also follows `failed` and `cancelled`. */
  | { type: 'done'; id: number; ms: number }
  | { type: 'notice'; severity: string; message: string }
  | { type: 'transaction'; state: TransactionState }
  | { type: 'catalog'; id: number; tables: readonly CatalogTable[]; last: boolean }
  /** A heartbeat of the gateway, between other messages. */
  | { type: 'alive' }
  /** The last message. The socket closes with 1000. */
  | { type: 'ended'; reason: string };

export type CatalogTable = {
  schema: string;
  name: string;
  kind: 'table' | 'view';
  columns: readonly { name: string; type: string }[];
};

/** How often the gateway sends `alive`. */
export const HEARTBEAT_MS = 5000;
/** Maximum rows of a result set that one `run` or `more` sends. */
export const ROW_LIMIT_MAX = 10_000;
export const SQL_CHARS_MAX = 1_000_000;
/** Longer texts and binaries are cut to this many characters and bytes. */
export const CELL_CHARS_MAX = 10_000;
export const CELL_BYTES_MAX = 1024;
