// Connections to servers for files. One is kept briefly after a transfer, so that a batch of files needs one login.
import type { Caller } from '../identity/caller.ts';
import type { OpenCalls, Recheck } from '../identity/OpenCalls.ts';
import { connectOver, openOver } from '../ssh/connection.ts';
import type { Hop } from '../ssh/route.ts';
import { openSftp } from '../ssh/sftp.ts';
import type { RemoteFiles } from './remoteFiles.ts';

/** How long an unused connection is kept. */
const IDLE_MS = 10_000;
/** Unused connections of one sign-in, and of all. Used ones do not count: transfers have their own limits. */
const IDLE_MAX = 8;
const IDLE_MAX_TOTAL = 64;

type ConnectionRequest = {
  caller: Caller;
  /** The hosts, logins and keys of the connection. */
  route: readonly Hop[];
  /** Why the connection may not stay open. See OpenCalls. */
  recheck: Recheck;
};

type OpenConnection = {
  key: string;
  loginId: string;
  files: Promise<RemoteFiles>;
  users: number;
  idleTimer: NodeJS.Timeout | undefined;
  /** New transfers do not use it. It closes with its last transfer. */
  isEnding: boolean;
  close: () => void;
};

/** `connect`: for tests. */
type Parts = { openCalls: Pick<OpenCalls, 'open'>; connect?: typeof connectFiles; idleMs?: number };

/**
 * A connection belongs to one sign-in, one server and one login. It ends with the sign-in, and with a lock or a change
 * of roles that revokes it. Every transfer is checked before it uses one.
 */
export class FileConnections {
  #parts: Required<Parts>;
  /** Connections that are not ending. The one that has been idle for longest comes first. */
  #connections = new Map<string, OpenConnection>();

  constructor({ openCalls, connect = connectFiles, idleMs = IDLE_MS }: Parts) {
    this.#parts = { openCalls, connect, idleMs };
  }

  /** The files of a login. Release them with `close`. Rejects like `connectOver` and `openSftp`. */
  async take(request: ConnectionRequest): Promise<RemoteFiles> {
    const key = JSON.stringify([request.caller.session.loginId, request.route]);
    const connection = this.#connections.get(key) ?? this.#open(key, request);
    connection.users += 1;
    clearTimeout(connection.idleTimer);
    let isGivenBack = false;
    const giveBack = () => {
      if (!isGivenBack) this.#giveBack(connection);
      isGivenBack = true;
    };
    try {
      return { ...(await connection.files), close: giveBack };
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  #open(key: string, { caller, route, recheck }: ConnectionRequest): OpenConnection {
    const { signal, close } = this.#parts.openCalls.open(caller, recheck);
    const files = this.#parts.connect(route, signal, () => this.#end(connection));
    const connection: OpenConnection = {
      key,
      loginId: caller.session.loginId,
      files,
      users: 0,
      idleTimer: undefined,
      isEnding: false,
      close: () => {
        close();
        files.then(
          (opened) => opened.close(),
          () => undefined,
        );
      },
    };
    this.#connections.set(key, connection);
    files.catch(() => this.#end(connection)); // the next transfer retries
    signal.addEventListener('abort', () => this.#end(connection));
    return connection;
  }

  #giveBack(connection: OpenConnection): void {
    connection.users -= 1;
    if (connection.users > 0) return;
    if (connection.isEnding) return connection.close();
    this.#connections.delete(connection.key);
    this.#connections.set(connection.key, connection); // idle from now on: the last in the order
    connection.idleTimer = setTimeout(() => this.#end(connection), this.#parts.idleMs);
    const idle = [...this.#connections.values()].filter(({ users }) => users === 0);
    const loginIdle = idle.filter(({ loginId }) => loginId === connection.loginId);
    if (loginIdle.length > IDLE_MAX && loginIdle[0]) this.#end(loginIdle[0]);
    else if (idle.length > IDLE_MAX_TOTAL && idle[0]) this.#end(idle[0]);
  }

  /** Its transfers end for the same reason, and clean up over it first. */
  #end(connection: OpenConnection): void {
    if (connection.isEnding) return;
    connection.isEnding = true;
    clearTimeout(connection.idleTimer);
    if (this.#connections.get(connection.key) === connection) this.#connections.delete(connection.key);
    if (connection.users === 0) connection.close();
  }
}

async function connectFiles(route: readonly Hop[], signal: AbortSignal, onClosed: () => void): Promise<RemoteFiles> {
  const client = await connectOver(route, signal);
  client.once('close', onClosed);
  return openOver(client, signal, openSftp);
}
