// File transfers of people whose sessions need others (streams §3.8, http-resources §16).
import type { FileRequest } from '../../src/wire/terminal/fileTransfer.ts';
import { ApiFailure, badRequest } from '../http/failures.ts';
import type { FileUse, TerminalSessions } from '../terminal/TerminalSessions.ts';

/** A request of a session that is to be carried out now. */
export type ApprovedRequest = { sid: string; requestId: string };

/** Both or neither. */
export function approvedRequest(sid: string, requestId: string): ApprovedRequest | undefined {
  if ((sid === '') !== (requestId === ''))
    throw badRequest('fileTransferRequestId and moderatedSessionId must both be included in the same request.');
  return sid === '' ? undefined : { sid, requestId };
}

/**
 * Throws where others would have to approve the transfer and did not. Ids of no running session mean nothing where
 * nobody is needed. The request is used up.
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

/** What a call asks for, in the words of a request. */
export const toFileRequest = (method: string, location: string, filename: string): FileRequest =>
  method === 'POST' ? { download: false, location, filename } : { download: true, location };
