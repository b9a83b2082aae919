// The target of a session: a shell on a machine. This machine uses a PTY, others use SSH.
import type { KubeIdentity } from '../../src/access/kubernetes.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { DISK_FULL, StoreError } from '../store/storeError.ts';

/** `lost`: the shell disappeared without an exit status (the connection broke). */
export type ShellEnd = { kind: 'exited'; status: number } | { kind: 'lost' };

/** The status of a shell or a command that a signal ended (streams §3.9). */
export const STATUS_OF_SIGNAL = 255;

export type ShellListener = {
  /** `bytes` is a view whose memory is not written again. */
  output(bytes: Uint8Array): void;
  /** Waiting input has been accepted. See `Shell.write`. */
  drained(): void;
  /** The last call, after all output. */
  end(end: ShellEnd): void;
};

export type Shell = {
  /** False if the shell does not read and input piles up: wait for `drained` before sending more. */
  write(bytes: Uint8Array): boolean;
  resize(size: TermSize): void;
  /** Between `pause` and `resume` no output arrives. It waits on the side of the shell. */
  pause(): void;
  resume(): void;
  /** Asks the shell to exit, as a hang-up does, and makes sure that it does. `end` follows. */
  hangUp(): void;
};

/** The machine in events and in the session's metadata. */
export type TargetNode = {
  /** UUID of the node. */
  id: string;
  hostname: string;
  /** host:port */
  addr: string;
  labels: Readonly<Record<string, string>>;
  /** The inventory does not have it: the user asked for the host by name. */
  unlisted?: true;
  /** The port of an unlisted host, if one was given. */
  port?: number;
  /** It joined with a token: it disappears once it is removed. */
  joined?: true;
  /** It is a container, not a server: `id` is its address (streams §12), and `labels` are those of its cluster. */
  pod?: TargetPod;
};

/** The server id in the audit log: for a container, the agent of its cluster. */
export const serverIdOf = ({ id, pod }: Pick<TargetNode, 'id' | 'pod'>): string => pod?.agentId ?? id;

export type TargetPod = {
  cluster: string;
  namespace: string;
  name: string;
  container: string;
  /** The Kubernetes identity for calls to the cluster. */
  identity: KubeIdentity;
  /** Id of the gateway as the agent of the cluster. */
  agentId: string;
};

export type Target = {
  readonly node: TargetNode;
  /** Rejects with a TargetError if the shell cannot be opened. `signal`: the client has disconnected. */
  open(login: string, size: TermSize, listener: ShellListener, signal?: AbortSignal): Promise<Shell>;
};

const REMOTE_TEXT_MAX = 300;

/** Makes a text of a remote computer safe for a message: one line, without control characters. */
export const remoteText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, REMOTE_TEXT_MAX);

/** Why the shell cannot be opened. */
export class TargetError extends Error {
  override name = 'TargetError';
  /** Details for the administrator of the gateway only. */
  readonly forLog: string | undefined;

  /**
   * `message` is for the user at the terminal: no files of the gateway, no keys, no hosts that the user did not name.
   */
  constructor(message: string, forLog?: string) {
    super(message);
    this.forLog = forLog;
  }
}

/** A host does not answer, has a changed key, or refuses the login. The audit log records it. */
export class UnreachedTarget extends TargetError {
  override name = 'UnreachedTarget';
}

/** The host was reached and its key is known, but it refuses the login. */
export class LoginRefused extends UnreachedTarget {
  override name = 'LoginRefused';
}

/** The gateway has no key to log in with, so no login was refused. */
export class KeyMissing extends UnreachedTarget {
  override name = 'KeyMissing';
}

/**
 * Why a session did not start, for its user. `message`: `The shell could not be started`. Other reasons are only logged.
 */
export function beginErrorText(error: unknown, message: string): string {
  if (error instanceof TargetError) return error.message;
  const isFull =
    error instanceof StoreError
      ? error.message.includes(DISK_FULL)
      : error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return isFull ? `${message}: the disk of the gateway is full.` : `${message}. See the gateway’s log for the reason.`;
}
