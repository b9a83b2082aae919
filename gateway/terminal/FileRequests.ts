// Requests for file transfers in one session, from the asking to the use (streams §3.8). What is refused is passed over.
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

/** Each is a line of the audit log, and an owner who asks and denies in turns needs nobody else. */
const REQUESTS_PER_SESSION = 1000;

type Asked = { request: FileRequest; approvers: readonly Attending[]; isApproved: boolean };

export class FileRequests {
  #owner: string;
  #demands: readonly Demand[];
  #asked = new Map<string, Asked>();
  #left = REQUESTS_PER_SESSION;

  constructor(owner: string, demands: readonly Demand[]) {
    this.#owner = owner;
    this.#demands = demands;
  }

  /** The owner alone may ask. */
  ask(by: Attending, request: FileRequest): FileEvent | undefined {
    const isFull = this.#asked.size >= REQUESTS_MAX || this.#left === 0;
    if (by.user !== this.#owner || by.mode === 'spectator' || isFull || !isPossible(request)) return undefined;
    this.#left -= 1;
    const id = randomUUID();
    const asked: Asked = { request, approvers: [], isApproved: false };
    this.#asked.set(id, asked);
    return this.#toEvent('file_transfer_request', id, asked);
  }

  /**
   * Everybody may approve, once, and the owner's word counts for nothing where others are needed. An approved request
   * can still be denied: then it is gone.
   */
  decide(by: Attending, { requestId: id, approved }: FileDecision): FileEvent | undefined {
    const asked = this.#asked.get(id);
    if (!asked || by.mode === 'spectator') return undefined;
    if (!approved) {
      this.#asked.delete(id);
      return this.#toEvent('file_transfer_request_deny', id, asked);
    }
    if (asked.isApproved || asked.approvers.some(({ user }) => user === by.user)) return undefined;
    const approvers = [...asked.approvers, by];
    const others = approvers.filter(({ user }) => user !== this.#owner);
    const now: Asked = { ...asked, approvers, isApproved: unmetDemands(this.#demands, others).length === 0 };
    this.#asked.set(id, now);
    return this.#toEvent(now.isApproved ? 'file_transfer_request_approve' : 'file_transfer_request', id, now);
  }

  /** For a participant who joins: what waits for a decision. The owner is also told what is approved and not used yet. */
  openFor({ user }: Attending): FileEvent[] {
    return [...this.#asked].flatMap(([id, asked]) => {
      if (!asked.isApproved) return [this.#toEvent('file_transfer_request', id, asked)];
      return user === this.#owner ? [this.#toEvent('file_transfer_request_approve', id, asked)] : [];
    });
  }

  /** Whether somebody may do now what was approved. Only once: the request is gone then. */
  use(user: string, id: string, wanted: FileRequest): boolean {
    const asked = this.#asked.get(id);
    if (!asked?.isApproved || user !== this.#owner || !isSame(asked.request, wanted)) return false;
    return this.#asked.delete(id);
  }

  #toEvent(event: FileEventName, requestId: string, { request, approvers }: Asked): FileEvent {
    return {
      event,
      requestId,
      requester: this.#owner,
      location: request.location,
      filename: nameOf(request),
      download: request.download,
      approvers: approvers.map(({ user }) => user),
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

/** What became of a request, for everybody in the session. */
export const fileFrame = (event: FileEvent, sid: string, clusterName: string): Uint8Array =>
  encodeEnvelope(FRAME_TYPE.audit, encodeFileEvent(event, sid, clusterName));
