import { ValueStore } from '../../../lib/valueStore.ts';
import { type FileEvent, FILE_EVENTS } from '../../../wire/terminal/fileTransfer.ts';
import type { SessionEvent } from '../../../wire/terminal/frames.ts';
import { requestOf, type Transfer } from './transferItem.ts';

/** A file request that other participants must approve. */
export type PendingRequest = Omit<FileEvent, 'event'> & {
  /** By this browser's clock: the event has no real time. */
  askedAtMs: number;
  /** The answer that this console sent. */
  answered: 'nothing' | 'approve' | 'deny';
};

/** The undecided requests of a session, in the order of their arrival (streams §3.8). */
export class FileRequests {
  readonly pending = new ValueStore<readonly PendingRequest[]>([]);

  hear({ event, ...request }: FileEvent, nowMs: number): void {
    const before = this.pending.get();
    const match = before.find(({ requestId }) => requestId === request.requestId);
    if (event !== 'file_transfer_request') this.pending.set(before.filter((item) => item !== match));
    else if (match) this.pending.set(before.map((item) => (item === match ? { ...match, ...request } : item)));
    else this.pending.set([...before, { ...request, askedAtMs: nowMs, answered: 'nothing' }]);
  }

  /**
   * True if the answer must be sent. An answer is never sent twice, and never after a denial: a server may end the
   * connection over an answer to a request that it no longer knows.
   */
  answer(requestId: string, approved: boolean): boolean {
    const answered = approved ? 'approve' : 'deny';
    const match = this.pending.get().find((item) => item.requestId === requestId);
    if (!match || match.answered === 'deny' || match.answered === answered) return false;
    this.pending.set(this.pending.get().map((item) => (item === match ? { ...match, answered } : item)));
    return true;
  }

  /** Their connection is closed. */
  forget(): void {
    this.pending.set([]);
  }
}

export const isFileEvent = (event: SessionEvent): event is FileEvent =>
  FILE_EVENTS.some((name) => name === event.event);

/**
 * The waiting transfer that an event of a moderated session is about. The list has the newest first. The first event of
 * a request contains its id.
 */
export function ownRequest(transfers: readonly Transfer[], event: FileEvent): Transfer | undefined {
  const ours = transfers.toReversed();
  const transfer = ours.find(({ state }) => state.kind === 'requested' && state.requestId === event.requestId);
  if (transfer || event.event !== 'file_transfer_request') return transfer;
  return ours.find(({ state, request }) => {
    if (state.kind !== 'requested' || state.requestId !== undefined) return false;
    const { download, location, ...rest } = requestOf(request);
    const filename = 'filename' in rest ? rest.filename : '';
    return download === event.download && location === event.location && filename === event.filename;
  });
}
