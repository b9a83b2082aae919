// Converts AWS errors to sentences for the caller.
import { at, textAt } from '../../src/lib/json.ts';
import type { AwsFault } from './awsOrder.ts';

/** The answer of AWS is invalid. */
export class BadAnswer extends Error {}

export const UNREADABLE = 'AWS sent an answer that cannot be read';
const SAID_MAX_CHARS = 500;

/** Error codes of AWS for missing rights or failed authentication. */
const REFUSALS =
  /^(AccessDenied|Unauthorized|NotAuthorized|InvalidIdentityToken|IDPRejectedClaim|InvalidClientTokenId|SignatureDoesNotMatch|OptInRequired|UnrecognizedClient|ExpiredToken|RegionDisabled|InvalidAccessKeyId|AuthFailure|MissingAuthenticationToken)/;
const THROTTLING = /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown/;
/** Expired credentials: new ones may be accepted. */
const EXPIRED = /^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient|RequestExpired)/;

/** `isAssuming`: the role was not assumed yet. `secrets` never appear in the message. */
export function toAwsFault(error: unknown, isAssuming: boolean, secrets: readonly string[]): AwsFault {
  const code = textAt(error, 'Code') || textAt(error, 'name');
  const fault = (status: AwsFault['status'], message: string): AwsFault => ({
    status,
    message,
    isExpired: !isAssuming && EXPIRED.test(code),
  });
  if (error instanceof BadAnswer) return fault(502, error.message.split('\n')[0] ?? ''); // the library adds lines
  const answered = statusOf(error);
  const message = messageOf(error, secrets);
  if (answered === undefined) {
    return isTimeout(error, code)
      ? fault(502, 'AWS did not answer in time. Try again')
      : fault(502, `AWS cannot be reached: ${message}`);
  }
  if (answered < 300) return fault(502, UNREADABLE);
  if (THROTTLING.test(code)) return fault(502, `AWS limits the rate of requests (${code}). Try again in a minute`);
  if (REFUSALS.test(code)) {
    return fault(
      403,
      isAssuming ? assumeRefusal(code, message) : `AWS denied the list of databases (${code}): ${message}`,
    );
  }
  if (answered >= 500) return fault(502, `AWS reported an error of its own (${code}): ${message}`);
  return fault(500, `AWS refused the request (${code}): ${message}`);
}

const assumeRefusal = (code: string, message: string): string =>
  code.startsWith('AccessDenied')
    ? `AWS did not let this cluster assume the role (${code}): ${message}. Check the trust policy of the role`
    : `AWS did not accept the token of this cluster (${code}): ${message}. Check provider URL, audience and thumbprint of the identity provider`;

/** The status of the HTTP answer. undefined if there was none. */
function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const status = at(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}

/** The library also reports broken connections as timeouts. */
const isTimeout = (error: unknown, code: string): boolean =>
  !['ECONNRESET', 'EPIPE'].includes(textAt(error, 'code')) &&
  (code === 'TimeoutError' || code === 'AbortError' || /timed? ?out/i.test(textAt(error, 'message')));

/** One line without secrets. */
function messageOf(error: unknown, secrets: readonly string[]): string {
  const text = secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), textAt(error, 'message') || textAt(error, 'code'));
  const line = text
    .replace(/eyJ[\w-]*\.[\w-]*(\.[\w-]*)?/g, '…')
    // oxlint-disable-next-line no-control-regex -- they are removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  return line.length > SAID_MAX_CHARS ? `${line.slice(0, SAID_MAX_CHARS)}…` : line || 'no reason given';
}
