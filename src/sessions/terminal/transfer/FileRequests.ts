import { ValueStore } from '../../../lib/valueStore.ts';
import { type FileEvent, FILE_EVENTS } from '../../../wire/terminal/fileTransfer.ts';
import type { SessionEvent } from '../../../wire/terminal/frames.ts';
import { requestOf, type Transfer } from './transferItem.ts';

/** Somebody wants a file and others have to agree. */
export type PendingRequest = Omit<FileEvent, 'event'> & {
  /** By this browser's clock: the event has no real time. */
  askedAtMs: number;
  /** What was answered from here. */
  answered: 'nothing' | 'approve' | 'deny';
};

/** The requests of a session that nobody has decided yet, in the order in which they came (streams §3.8). */
export class FileRequests {
  readonly pending = new ValueStore<readonly PendingRequest[]>([]);

  hear({ event, ...request }: FileEvent, nowMs: number): void {
    const before = this.pending.get();
    const known = before.find(({ requestId }) => requestId === request.requestId);
    if (event !== 'file_transfer_request') this.pending.set(before.filter((one) => one !== known));
    else if (known) this.pending.set(before.map((one) => (one === known ? { ...known, ...request } : one)));
    else this.pending.set([...before, { ...request, askedAtMs: nowMs, answered: 'nothing' }]);
  }

  /**
   * True where the answer is to be sent. Nothing is sent twice, and nothing after a denial: a server may end the
   * connection over an answer to a request that it no longer knows.
   */
  answer(requestId: string, approved: boolean): boolean {
    const answered = approved ? 'approve' : 'deny';
    const known = this.pending.get().find((one) => one.requestId === requestId);
    if (!known || known.answered === 'deny' || known.answered === answered) return false;
    this.pending.set(this.pending.get().map((one) => (one === known ? { ...known, answered } : one)));
    return true;
  }

  /** The connection that they came over is gone. */
  forget(): void {
    this.pending.set([]);
  }
}

export const isFileEvent = (event: SessionEvent): event is FileEvent =>
  FILE_EVENTS.some((name) => name === event.event);

/**
 * The transfer that an event of a moderated session speaks of, among those that wait for others; the list has the
 * newest first. The first word of a request tells its id.
 */
export function ownRequest(transfers: readonly Transfer[], event: FileEvent): Transfer | undefined {
  const ours = transfers.toReversed();
  const known = ours.find(({ state }) => state.kind === 'requested' && state.requestId === event.requestId);
  if (known || event.event !== 'file_transfer_request') return known;
  return ours.find(({ state, request }) => {
    if (state.kind !== 'requested' || state.requestId !== undefined) return false;
    const { download, location, ...rest } = requestOf(request);
    const filename = 'filename' in rest ? rest.filename : '';
    return download === event.download && location === event.location && filename === event.filename;
  });
}
