import { ValueStore } from '../../../lib/valueStore.ts';
import type { FileEvent } from '../../../wire/terminal/fileTransfer.ts';

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
