import { plural } from '../../../lib/numbers.ts';
import type { FileRequest } from '../../../wire/terminal/fileTransfer.ts';
import { folderOf, joinPath, nameOf } from './remotePaths.ts';
import type { Throughput } from './throughput.ts';

/** A requested transfer. Paths are those of the server. */
export type TransferRequest =
  | { direction: 'download'; path: string }
  | {
      direction: 'upload';
      /** The target folder. */
      folder: string;
      /** With its original folders. */
      name: string;
      sizeBytes: number;
      changedAtMs: number;
      /** A folder without files. */
      isFolder?: boolean;
      /** The user wants a missing target folder. */
      createsFolder?: boolean;
    };
export type UploadRequest = Extract<TransferRequest, { direction: 'upload' }>;

/** The existing item with the name of an upload. `unknown`: the folder has more entries than the server lists. */
export type Conflict = {
  kind: 'file' | 'directory' | 'unknown';
  /** If the server sends them. */
  sizeBytes?: number | undefined;
  changedAtMs?: number | undefined;
  freeName: string;
};

export type TransferState =
  /** Checks whether the name is free. */
  | { kind: 'checking' }
  | { kind: 'needsAnswer'; conflict: Conflict }
  /** Folders must exist first. `canCreate`: the server creates them if the user agrees. */
  | { kind: 'needsFolders'; folders: readonly string[]; canCreate?: boolean }
  /** Waits for the other participants of a moderated session. */
  | { kind: 'requested'; requestId: string | undefined; approvers: readonly string[] }
  | { kind: 'denied'; atMs: number }
  | { kind: 'waits' }
  /** A key prompt is open. */
  | { kind: 'proving' }
  | { kind: 'running'; doneBytes: number; sizeBytes: number | undefined; pace: Throughput }
  /** `isAnswered`: the server refused it, and stores nothing of the sent data. */
  | { kind: 'failed'; doneBytes: number; sizeBytes: number | undefined; why: string; isAnswered?: boolean }
  | { kind: 'cancelled'; doneBytes: number; sizeBytes: number | undefined }
  | { kind: 'done'; sizeBytes: number; atMs: number };

export type Transfer = {
  id: number;
  request: TransferRequest;
  state: TransferState;
  /** The participants who approved it. */
  approvers: readonly string[];
  /** Replaces an existing file. */
  replaces: boolean;
};

export type Answer = 'replace' | 'rename' | 'skip';

/** Full path on the server. */
export const remotePath = (request: TransferRequest): string =>
  request.direction === 'download' ? request.path : joinPath(request.folder, request.name);

/** The name in a list. */
export const shownName = (request: TransferRequest): string =>
  request.direction === 'download' ? request.path : request.name + (request.isFolder ? '/' : '');

/** Bytes move, or will without user action. */
export const isRunning = ({ state: { kind } }: Transfer): boolean =>
  kind === 'checking' || kind === 'waits' || kind === 'proving' || kind === 'running';

/** Closing the pane would cancel it. */
export const isPending = (transfer: Transfer): boolean => {
  const { kind } = transfer.state;
  return isRunning(transfer) || kind === 'needsAnswer' || kind === 'needsFolders' || kind === 'requested';
};

/** Finished, without further actions. */
export const isOver = ({ state: { kind } }: Transfer): boolean =>
  kind === 'done' || kind === 'denied' || kind === 'cancelled';

export const isFailed = ({ state }: Transfer): boolean => state.kind === 'failed';

/** The number of transfers that closing the pane would cancel, of those that wait for an answer, and of failed ones. */
export type Tally = { pending: number; unanswered: number; failed: number };

export const NO_TRANSFERS: Tally = { pending: 0, unanswered: 0, failed: 0 };

export const tallyOf = (transfers: readonly Transfer[]): Tally => ({
  pending: transfers.filter(isPending).length,
  unanswered: transfers.filter(({ state }) => STATE_LABELS[state.kind] === 'asks').length,
  failed: transfers.filter(isFailed).length,
});

/** `3 transfers, 1 asks`. Failed ones are shown when no transfer is pending. */
export function tallyMessage({ pending, unanswered, failed }: Tally): string {
  if (pending > 0) return `${plural(pending, 'transfer')}${unanswered > 0 ? `, ${unanswered} asks` : ''}`;
  return failed > 0 ? `${plural(failed, 'transfer')} failed` : '';
}

/** The request in a moderated session (streams §3.8). */
export function requestOf(request: TransferRequest): FileRequest {
  if (request.direction === 'download') return { download: true, location: request.path };
  const path = remotePath(request);
  return { download: false, location: folderOf(path), filename: nameOf(path) };
}

/** `1 running, 2 asks, 1 done`, for the foot of the list. */
export function countsOf(transfers: readonly Transfer[]): string {
  const counts = new Map<string, number>();
  for (const { state } of transfers) {
    const word = STATE_LABELS[state.kind];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return ORDER.flatMap((word) => (counts.has(word) ? [`${counts.get(word)} ${word}`] : [])).join(', ');
}

const STATE_LABELS = {
  running: 'running',
  proving: 'running',
  needsAnswer: 'asks',
  needsFolders: 'asks',
  failed: 'failed',
  checking: 'waits',
  waits: 'waits',
  requested: 'waits',
  denied: 'denied',
  cancelled: 'cancelled',
  done: 'done',
} as const satisfies Record<TransferState['kind'], string>;

const ORDER = ['running', 'asks', 'failed', 'waits', 'denied', 'cancelled', 'done'] as const;
