// What a session talks to: a shell on some machine. This machine answers through a PTY; another one could through SSH.
import type { KubeIdentity } from '../../src/access/kubernetes.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import { DISK_FULL, StoreError } from '../store/storeError.ts';

/** `lost`: the shell went away without telling how (a connection that broke). */
export type ShellEnd = { kind: 'exited'; status: number } | { kind: 'lost' };

/** What is told of a shell or a command that a signal ended (streams §3.9). */
export const STATUS_OF_SIGNAL = 255;

export type ShellListener = {
  /** A view that nobody writes to again. */
  output(bytes: Uint8Array): void;
  /** Input that was waiting has been taken; see `Shell.write`. */
  drained(): void;
  /** The last call: all output has been told before. */
  end(end: ShellEnd): void;
};

export type Shell = {
  /** False when the shell does not read and input begins to pile up: wait for `drained` before sending more. */
  write(bytes: Uint8Array): boolean;
  resize(size: TermSize): void;
  /** Between these two no output arrives and what the shell prints waits on its side. */
  pause(): void;
  resume(): void;
  /** Asks the shell to go, as a closed line would, and sees to it that it does. `end` follows. */
  hangUp(): void;
};

/** The machine as events and the session's metadata name it. */
export type TargetNode = {
  /** UUID of the node. */
  id: string;
  hostname: string;
  /** host:port */
  addr: string;
  labels: Readonly<Record<string, string>>;
  /** No inventory has it: somebody has asked for the host by name. */
  unlisted?: true;
  /** Of an unlisted host, where one was asked for. */
  port?: number;
  /** It joined with a token: it is gone once it is removed. */
  joined?: true;
  /** It is a container, not a server: then `id` is its address (streams §12), and `labels` are its cluster's. */
  pod?: TargetPod;
};

/** What the audit log calls its server: of a container the agent of its cluster. */
export const serverIdOf = ({ id, pod }: Pick<TargetNode, 'id' | 'pod'>): string => pod?.agentId ?? id;

export type TargetPod = {
  cluster: string;
  namespace: string;
  name: string;
  container: string;
  /** As whom the cluster is called. */
  identity: KubeIdentity;
  /** Id of the gateway as the agent that serves the cluster. */
  agentId: string;
};

export type Target = {
  readonly node: TargetNode;
  /** Rejects with a TargetError where no shell can be had. `signal`: the client has disconnected. */
  open(login: string, size: TermSize, listener: ShellListener, signal?: AbortSignal): Promise<Shell>;
};

/** Why there is no shell. */
export class TargetError extends Error {
  override name = 'TargetError';
  /** What only whoever runs the gateway has to know. */
  readonly forLog: string | undefined;

  /** `message` is for the person at the terminal: no file of the gateway in it, no key, no host that nobody was told of. */
  constructor(message: string, forLog?: string) {
    super(message);
    this.forLog = forLog;
  }
}

/** A host does not answer, shows another key than the known one, or refuses the login: auditors read of it too. */
export class UnreachedTarget extends TargetError {
  override name = 'UnreachedTarget';
}

/** The host is reached and known, but the login is not accepted there. */
export class LoginRefused extends UnreachedTarget {
  override name = 'LoginRefused';
}

/** The gateway has nothing to log in with, so that no login was refused. */
export class KeyMissing extends UnreachedTarget {
  override name = 'KeyMissing';
}

/** Why a session did not begin, for its user. `what`: `The shell could not be started`. Other reasons stay in the log. */
export function beginErrorText(error: unknown, what: string): string {
  if (error instanceof TargetError) return error.message;
  const isFull =
    error instanceof StoreError
      ? error.message.includes(DISK_FULL)
      : error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return isFull ? `${what}: the disk of the gateway is full.` : `${what}. See the gateway’s log for the reason.`;
}
