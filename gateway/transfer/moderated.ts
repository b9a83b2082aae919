// File transfers of users whose sessions are moderated (streams §3.8, http-resources §16).
import type { FileRequest } from '../../src/wire/terminal/fileTransfer.ts';
import { ApiFailure, badRequest } from '../http/failures.ts';
import type { FileUse, TerminalSessions } from '../terminal/TerminalSessions.ts';

/** An approved request of a session, which is carried out now. */
export type ApprovedRequest = { sid: string; requestId: string };

/** Both ids or none. */
export function approvedRequest(sid: string, requestId: string): ApprovedRequest | undefined {
  if ((sid === '') !== (requestId === ''))
    throw badRequest('fileTransferRequestId and moderatedSessionId must both be included in the same request.');
  return sid === '' ? undefined : { sid, requestId };
}

/**
 * Throws if the transfer needs an approval that it does not have. If no approval is needed, ids without a running
 * session are ignored. Uses up the request.
 */
export function requireApproval(
  terminals: Pick<TerminalSessions, 'useFileRequest'>,
  approved: ApprovedRequest | undefined,
  use: FileUse,
  isModerated: boolean,
): void {
  if (!approved) {
    if (isModerated) throw new ApiFailure(500, 'lacking privileges to start unattended session\n');
    return;
  }
  switch (terminals.useFileRequest(approved.sid, approved.requestId, use)) {
    case 'granted':
      return;
    case 'no-session':
      if (isModerated) throw new ApiFailure(500, 'Session not found\n');
      return;
    case 'refused':
      throw new ApiFailure(500, 'The session has no approved request for this transfer. Ask for it in the terminal.');
  }
}

/** The call in the form of a file request. */
export const toFileRequest = (method: string, location: string, filename: string): FileRequest =>
  method === 'POST' ? { download: false, location, filename } : { download: true, location };
