// File transfers that participants of a session have to approve (streams §3.8).
import { at, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import { ZERO_TIME } from '../http.ts';

/** Maximum number of pending requests in a session, and maximum length of their paths. The gateway ignores others. */
export const REQUESTS_MAX = 64;
export const PATH_MAX_BYTES = 4096;

export type FileRequest =
  { download: true; location: string } | { download: false; location: string; filename: string };
/** The key is `requestId` in the frame and `requestID` in events. */
export type FileDecision = { requestId: string; approved: boolean };

/** Payload of an `f` frame. */
export const encodeFileRequest = (request: FileRequest): string =>
  JSON.stringify({ event: 'file_transfer_request', ...request });

/** Payload of a `t` frame. */
export const encodeFileDecision = (decision: FileDecision): string =>
  JSON.stringify({ event: 'file_transfer_decision', ...decision });

/** Its errors are input errors of the session (streams §3.9). */
export function decodeFileRequest(payload: string): FileRequest {
  const json = parseJson(payload);
  const download = at(json, 'download');
  const location = textAt(json, 'location');
  if (typeof download !== 'boolean') throw new WireError('file request: download is neither true nor false');
  return download ? { download, location } : { download, location, filename: textAt(json, 'filename') };
}

export function decodeFileDecision(payload: string): FileDecision {
  const json = parseJson(payload);
  const approved = at(json, 'approved');
  if (typeof approved !== 'boolean') throw new WireError('file decision: approved is neither true nor false');
  return { requestId: textAt(json, 'requestId'), approved };
}

export const FILE_EVENTS = [
  'file_transfer_request',
  'file_transfer_request_approve',
  'file_transfer_request_deny',
] as const;
export type FileEventName = (typeof FILE_EVENTS)[number];
/** An `a` frame about a transfer. `filename` is empty for downloads. */
export type FileEvent = {
  event: FileEventName;
  requestId: string;
  requester: string;
  location: string;
  filename: string;
  download: boolean;
  approvers: string[];
};

/** These events have no code, no user and no real time. */
export function encodeFileEvent({ requestId, ...rest }: FileEvent, sid: string, clusterName: string): string {
  return JSON.stringify({ ...rest, requestID: requestId, sid, cluster_name: clusterName, ei: 0, time: ZERO_TIME });
}

export function toFileEvent(json: unknown, event: FileEventName): FileEvent {
  const approvers = at(json, 'approvers');
  const requestId = textAt(json, 'requestID');
  if (!requestId) throw new WireError(`${event}: no requestID`);
  return {
    event,
    requestId,
    requester: textAt(json, 'requester'),
    location: textAt(json, 'location'),
    filename: textAt(json, 'filename'),
    download: at(json, 'download') === true,
    approvers: Array.isArray(approvers) ? approvers.filter((name) => typeof name === 'string') : [],
  };
}

/**
 * The refusal of a transfer whose login requires a second factor for each transfer (http-resources §16). Its status
 * does not show this.
 */
export const MFA_FOR_TRANSFER = 'MFA required for file transfer';
