// File requests of one session, from the request to its use (streams §3.8). Requests that break a rule are ignored.
import { randomUUID } from 'node:crypto';
import { unmetDemands, type Attending, type Demand } from '../../src/access/moderation.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import {
  encodeFileEvent,
  PATH_MAX_BYTES,
  REQUESTS_MAX,
  type FileDecision,
  type FileEvent,
  type FileEventName,
  type FileRequest,
} from '../../src/wire/terminal/fileTransfer.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';

/**
 * The audit log gets a line for each request and decision. An owner who requests and denies in turns needs no approver.
 */
const REQUESTS_PER_SESSION = 1000;

/** `approvers`: names of users. */
type PendingRequest = { request: FileRequest; approvers: readonly string[] };

export class FileRequests {
  #owner: string;
  #demands: readonly Demand[];
  #present: () => readonly Attending[];
  #requests = new Map<string, PendingRequest>();
  #remaining = REQUESTS_PER_SESSION;

  /** `present`: all participants. An approval counts while its user is one of them. */
  constructor(owner: string, demands: readonly Demand[], present: () => readonly Attending[]) {
    this.#owner = owner;
    this.#demands = demands;
    this.#present = present;
  }

  /** Only the owner may ask. */
  ask(by: Attending, request: FileRequest): FileEvent | undefined {
    const isFull = this.#requests.size >= REQUESTS_MAX || this.#remaining === 0;
    if (by.user !== this.#owner || by.mode === 'spectator' || isFull || !isPossible(request)) return undefined;
    this.#remaining -= 1;
    const id = randomUUID();
    const entry: PendingRequest = { request, approvers: [] };
    this.#requests.set(id, entry);
    return this.#toEvent('file_transfer_request', id, entry);
  }

  /**
   * Each participant may approve once. The owner's approval does not count if the request needs other participants. A
   * denial also deletes an approved request.
   */
  decide(by: Attending, { requestId: id, approved }: FileDecision): FileEvent | undefined {
    const entry = this.#requests.get(id);
    if (!entry || by.mode === 'spectator') return undefined;
    if (!approved) {
      this.#requests.delete(id);
      return this.#toEvent('file_transfer_request_deny', id, entry);
    }
    if (this.#isApproved(entry) || entry.approvers.includes(by.user)) return undefined;
    const now: PendingRequest = { ...entry, approvers: [...entry.approvers, by.user] };
    this.#requests.set(id, now);
    return this.#toEvent(this.#isApproved(now) ? 'file_transfer_request_approve' : 'file_transfer_request', id, now);
  }

  /**
   * The requests that a joining participant must see: pending ones and, for the owner, those that are approved but
   * unused.
   */
  openFor({ user }: Attending): FileEvent[] {
    return [...this.#requests].flatMap(([id, entry]) => {
      if (!this.#isApproved(entry)) return [this.#toEvent('file_transfer_request', id, entry)];
      return user === this.#owner ? [this.#toEvent('file_transfer_request_approve', id, entry)] : [];
    });
  }

  /** Whether `user` may now do what was approved. A successful call deletes the request. */
  use(user: string, id: string, request: FileRequest): boolean {
    const entry = this.#requests.get(id);
    if (!entry || !this.#isApproved(entry) || user !== this.#owner || !isSame(entry.request, request)) return false;
    return this.#requests.delete(id);
  }

  #isApproved({ approvers }: PendingRequest): boolean {
    const others = this.#present().filter(({ user }) => user !== this.#owner && approvers.includes(user));
    return approvers.length > 0 && unmetDemands(this.#demands, others).length === 0;
  }

  #toEvent(event: FileEventName, requestId: string, { request, approvers }: PendingRequest): FileEvent {
    return {
      event,
      requestId,
      requester: this.#owner,
      location: request.location,
      filename: nameOf(request),
      download: request.download,
      approvers: [...approvers],
    };
  }
}

/** Empty for downloads. */
const nameOf = (request: FileRequest): string => (request.download ? '' : request.filename);

const isPossible = (request: FileRequest): boolean =>
  [request.location, ...(request.download ? [] : [request.filename])].every(
    (path) => path !== '' && Buffer.byteLength(path) <= PATH_MAX_BYTES,
  );

const isSame = (a: FileRequest, b: FileRequest): boolean =>
  a.download === b.download && a.location === b.location && nameOf(a) === nameOf(b);

/** The frame that reports a file event to all participants. */
export const fileFrame = (event: FileEvent, sid: string, clusterName: string): Uint8Array =>
  encodeEnvelope(FRAME_TYPE.audit, encodeFileEvent(event, sid, clusterName));
