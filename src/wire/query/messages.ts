// The query socket `postern/sites/:site/databases/:name/query`, an extension (streams §11): JSON in text frames, both
// ways. Values are texts as the database writes them: no number loses digits on its way.

export type QueryProtocol = 'postgres' | 'mysql';

/** One value. `binary`: base64 of its first bytes. `cut`: the beginning of a text that is too long to be sent. */
export type Cell = null | string | { binary: string; bytes: number } | { cut: string; chars: number };

/** How a column is shown and compared; `type` is the database's own name of it. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'time' | 'json' | 'binary';
export type Column = { name: string; type: string; kind: ColumnKind };

export type TransactionState = 'none' | 'open' | 'failed';

/** `id`: chosen by the client, rising; one query runs at a time. */
export type QueryRequest =
  /** All statements of the text, in order, until one fails. `explain`: the plan of the one statement in place of its rows. */
  | { type: 'run'; id: number; sql: string; rowLimit: number; explain?: boolean }
  /** Further rows of a result set with `hasMore`. */
  | { type: 'more'; id: number; set: number; rows: number }
  /** The result set is not read further. */
  | { type: 'close'; id: number; set: number }
  /** Stops what runs. */
  | { type: 'cancel'; id: number }
  /** Tables and columns for completion. */
  | { type: 'catalog'; id: number }
  /** The answer to `challenge`: its JSON is that of the terminal socket (streams §3.4). */
  | { type: 'factor'; answer: unknown };

export type QueryAnswer =
  | { type: 'challenge'; challenge: unknown }
  | {
      type: 'ready';
      sid: string;
      protocol: QueryProtocol;
      /** As the server writes it: `15.18`, `10.11.14-MariaDB`. */
      version: string;
      user: string;
      database: string;
      /** Why nothing can be changed; absent where it can. */
      readOnly?: string;
      recorded: boolean;
    }
  | { type: 'columns'; id: number; set: number; columns: readonly Column[] }
  | { type: 'rows'; id: number; set: number; rows: readonly (readonly Cell[])[] }
  /**
   * `command`: `SELECT`, `INSERT`, … `count`: rows that were changed, or that the set has where all were sent or counted.
   * `hasMore`: further rows can be asked for. `isCut`: there were further rows, and they cannot.
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
  /** `position`: characters from the beginning of the text of `run`. */
  | { type: 'failed'; id: number; message: string; code?: string; position?: number; detail?: string; hint?: string }
  | { type: 'cancelled'; id: number }
  /** Everything that was asked by `id` has been answered; also after `failed` and `cancelled`. */
  | { type: 'done'; id: number; ms: number }
  | { type: 'notice'; severity: string; message: string }
  | { type: 'transaction'; state: TransactionState }
  | { type: 'catalog'; id: number; tables: readonly CatalogTable[]; last: boolean }
  /** The gateway is there; between other messages. */
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
/** Rows that one `run` or `more` sends of a result set at most. */
export const ROW_LIMIT_MAX = 10_000;
export const SQL_CHARS_MAX = 1_000_000;
/** Longer texts are cut and longer binaries shortened to this many characters and bytes. */
export const CELL_CHARS_MAX = 10_000;
export const CELL_BYTES_MAX = 1024;
