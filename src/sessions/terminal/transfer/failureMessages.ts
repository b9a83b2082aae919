import { isApiError } from '../../../api/errors.ts';
import { formatDuration } from '../../../lib/dates.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';

type Failed = { why: string; doneBytes: number; sizeBytes: number | undefined; isAnswered?: boolean };

/** A transfer without progress for this long is aborted. */
export const STALLED_MS = 120_000;

/** The console stopped a transfer, with the reason. */
export class Stopped extends Error {
  override name = 'Stopped';
  readonly by: 'person' | 'stall';

  constructor(by: 'person' | 'stall') {
    super(by === 'stall' ? `no data for ${formatDuration(STALLED_MS)}` : 'cancelled');
    this.by = by;
  }
}

/** The reason of a failed transfer. Messages of the server are quoted, ours are not. */
export function reasonOf(error: unknown): string {
  if (isApiError(error)) {
    if (error.status <= 0) return 'the connection to the server was lost';
    // Without a message of the server, the message is the address, which can contain the response of a security key.
    return error.isForeign ? `the answer (status ${error.status}) is not the server’s own` : `“${error.message}”`;
  }
  // A body that ends too early. Browsers use different errors for it.
  if (error instanceof TypeError) return 'the connection to the server was lost';
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'this browser has no more disk space for it';
  return errorMessage(error);
}

/** `Stopped at 34 %: the connection to the server was lost`. */
export function failureSentence({ why, doneBytes, sizeBytes, isAnswered }: Failed): string {
  const first = `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
  if (doneBytes === 0 || isAnswered) return first;
  return `Stopped at ${percentOf(doneBytes, sizeBytes)}: ${why}`;
}

/** Never 100 before it is done. */
const percentOf = (doneBytes: number, sizeBytes: number | undefined): string =>
  sizeBytes ? `${Math.min(99, Math.floor((100 * doneBytes) / sizeBytes))} %` : 'an unknown position';
