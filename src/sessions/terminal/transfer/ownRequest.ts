import { FILE_EVENTS, type FileEvent } from '../../../wire/terminal/fileTransfer.ts';
import type { SessionEvent } from '../../../wire/terminal/sessionEvents.ts';
import { requestOf, type Transfer } from './transferItem.ts';

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
  return ours.find(({ state, wish }) => {
    if (state.kind !== 'requested' || state.requestId !== undefined) return false;
    const { download, location, ...rest } = requestOf(wish);
    const filename = 'filename' in rest ? rest.filename : '';
    return download === event.download && location === event.location && filename === event.filename;
  });
}
