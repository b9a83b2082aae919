import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { utf8 } from '../../../lib/encoding.ts';
import type { ValueStore } from '../../../lib/valueStore.ts';
import {
  PATH_MAX_BYTES,
  REQUESTS_MAX,
  type FileDecision,
  type FileEvent,
  type FileRequest,
} from '../../../wire/terminal/fileTransfer.ts';
import type { SessionState } from '../session/sessionState.ts';
import type { AskedRequests } from './AskedRequests.ts';
import { ownRequest, type FileRequests } from './FileRequests.ts';
import { remotePath, requestOf, type Transfer, type TransferRequest, type TransferState } from './transferItem.ts';

type Parts = {
  session: {
    state: Pick<ValueStore<SessionState>, 'get'>;
    requestFile(request: FileRequest): void;
    decideFile(decision: FileDecision): void;
  };
  requests: FileRequests;
  requestIds: AskedRequests;
  clock: Clock;
  /** Newest first. */
  list: () => readonly Transfer[];
  /** Adds a transfer to the list without starting it. */
  add: (request: TransferRequest) => Transfer | undefined;
  set: (id: number, state: TransferState) => void;
  start: (id: number, event: FileEvent) => void;
  report: (text: string) => void;
};

/** A server repeats its undecided requests with the last output, for each participant that joins. */
const REPEATED_WITHIN_MS = 5000;

/** The requests that the server counts: an approved one until its transfer runs. */
const OPEN: ReadonlySet<TransferState['kind']> = new Set(['requested', 'waits', 'proving']);

const NOTHING_DONE = { doneBytes: 0, sizeBytes: undefined };

/**
 * The transfers of a moderated session that wait for approval (streams §3.8). They survive a lost connection, and
 * downloads also a reload: the server repeats its open requests.
 */
export class PendingApprovals {
  #parts: Parts;
  /** Transfers whose request the server has not repeated since the connection was lost. */
  #unconfirmed = new Set<number>();
  #unsent = new Set<number>();
  #stopWaiting: Dispose = () => undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  ask({ id, request }: Transfer): void {
    const { set } = this.#parts;
    if (utf8(remotePath(request)).length > PATH_MAX_BYTES)
      return set(id, { kind: 'failed', ...NOTHING_DONE, why: `the path is longer than ${PATH_MAX_BYTES} bytes` });
    this.#unsent.add(id);
    set(id, { kind: 'requested', requestId: undefined, approvers: [] });
  }

  /** Sends the requests that the server accepts now. Call it when the list has changed. */
  askNext(): void {
    const { list, session } = this.#parts;
    if (this.#unsent.size === 0 || session.state.get().kind !== 'live') return;
    const open = list().filter(({ state }) => OPEN.has(state.kind));
    const next = open.filter(({ id }) => this.#unsent.has(id)).toReversed();
    for (const { id, request } of next.slice(0, Math.max(0, REQUESTS_MAX - open.length + next.length))) {
      this.#unsent.delete(id);
      session.requestFile(requestOf(request));
    }
  }

  /** Answers a request, once. */
  decide(requestId: string, approved: boolean): void {
    const { requests, session } = this.#parts;
    if (requests.answer(requestId, approved)) session.decideFile({ requestId, approved });
  }

  withdraw(requestId: string): void {
    this.#parts.requestIds.delete(requestId);
    this.decide(requestId, false);
  }

  hear(event: FileEvent): void {
    const { requests, requestIds, clock, list, set, start } = this.#parts;
    const { requestId, approvers } = event;
    requests.hear(event, clock.now());
    const request = ownRequest(list(), event) ?? this.#restored(event);
    if (!request) return;
    this.#unconfirmed.delete(request.id);
    if (event.event === 'file_transfer_request') {
      requestIds.add(requestId);
      return set(request.id, { kind: 'requested', requestId, approvers });
    }
    requestIds.delete(requestId);
    if (event.event === 'file_transfer_request_deny') set(request.id, { kind: 'denied', atMs: clock.now() });
    else start(request.id, event);
  }

  /** Reacts to the state of the session. */
  follow({ kind }: SessionState): void {
    this.#stopWaiting();
    if (kind === 'live') {
      const giveUp = () => this.#giveUp('the server no longer has the request, ask again');
      if (this.#unconfirmed.size > 0) this.#stopWaiting = this.#parts.clock.after(REPEATED_WITHIN_MS, giveUp);
      return this.askNext();
    }
    this.#parts.requests.forget();
    const waiting = this.#parts.list().filter(({ state }) => state.kind === 'requested');
    const isOver = kind === 'ended' || kind === 'refused';
    this.#unconfirmed = new Set(waiting.map(({ id }) => id).filter((id) => isOver || !this.#unsent.has(id)));
    if (isOver) this.#giveUp('the session ended before the request was approved');
  }

  dispose(): void {
    this.#stopWaiting();
  }

  #giveUp(why: string): void {
    const { list, set, requestIds } = this.#parts;
    for (const { id, state } of list()) {
      if (state.kind !== 'requested' || !this.#unconfirmed.has(id)) continue;
      if (state.requestId !== undefined) requestIds.delete(state.requestId);
      set(id, { kind: 'failed', ...NOTHING_DONE, why });
    }
    this.#unconfirmed.clear();
  }

  /** A download that this browser tab requested before a reload. The file of an upload is lost by then. */
  #restored({ event, requestId, download, location, filename }: FileEvent): Transfer | undefined {
    const { requestIds, add, session, report } = this.#parts;
    if (!requestIds.has(requestId)) return undefined;
    if (event === 'file_transfer_request_deny') requestIds.delete(requestId);
    else if (download) return add({ direction: 'download', path: location });
    else {
      this.withdraw(requestId);
      if (event === 'file_transfer_request_approve') session.decideFile({ requestId, approved: false });
      report(`The request to upload ${filename} was withdrawn, because the page was reloaded. Select the file again.`);
    }
    return undefined;
  }
}
