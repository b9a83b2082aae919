import { parseJson } from '../../../src/lib/json.ts';
import { keepsJsonLimits } from '../../http/jsonValues.ts';
import { limitedBytes } from '../../http/limitedText.ts';
import { SsoFailure } from './ssoFailure.ts';

/** A user is waiting with an open page. */
export const CALL_TIMEOUT_MS = 10_000;
/**
 * A page of a hundred teams has some hundred kilobytes and some thousand values. Values with different names take the
 * longest to parse, and the library for OpenID Connect parses each answer again.
 */
const ANSWER_MAX_BYTES = 2 * 1024 * 1024;
const VALUES_MAX = 25_000;

const tooLong = () => new Error('the answer is too long');

/** The text of a response. Rejects if it is longer than sign-ins need, or would block the event loop for long. */
export async function answerText({ body }: Pick<Response, 'body'>): Promise<string> {
  const bytes = await limitedBytes(body ?? [], ANSWER_MAX_BYTES, tooLong);
  if (!(await keepsJsonLimits(bytes, { values: VALUES_MAX }))) throw tooLong();
  return bytes.toString('utf8');
}

type CallOut = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: URLSearchParams;
  /** For tests. */
  timeoutMs?: number;
};

/** Requests JSON from a provider. Redirects are not followed: they would forward the secret. */
export async function callForJson(
  url: URL,
  { method = 'GET', headers = {}, body, timeoutMs = CALL_TIMEOUT_MS }: CallOut = {},
) {
  const named = `${method} ${url.origin}${url.pathname}`;
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'Postern', ...headers },
      ...(body && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const json = parseJson(await answerText(response));
    if (!response.ok) throw new SsoFailure('callback', `${named} answered ${response.status}`);
    if (json === undefined) throw new SsoFailure('callback', `${named} did not answer with JSON`);
    return { json, headers: response.headers };
  } catch (error) {
    if (error instanceof SsoFailure) throw error;
    throw new SsoFailure('callback', `${named} failed: ${reasonOf(error)}`, { cause: error });
  }
}

/** The runtime reports `fetch failed` and puts the reason into `cause`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (error.name === 'TimeoutError') return 'no answer in time';
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}
