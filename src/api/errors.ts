import { formatDate, formatTime } from '../lib/dates.ts';
import { errorMessage } from '../lib/errorMessage.ts';
import { parseJson } from '../lib/json.ts';
import { FIELD_PATH_HEADER, LOCKED_OUT } from '../wire/http.ts';

/** The part of a failed call that can be shown or copied. */
export type FailedCall = {
  method: string;
  path: string;
  atMs: number;
  requestId?: string;
};

/** The lock of the signed-in user, as our gateway sends it. A cluster only sends `access denied`. */
export type LockInForce = {
  message: string;
  /** Undefined: until it is removed. */
  endsAt: Date | undefined;
  /** The lock is on the second factor or passkey that was used. */
  isOnDevice?: boolean;
};

/** The only error type that leaves this room. Match on `status`, never on the text. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** Status of the response. 0: no response arrived. */
  readonly status: number;
  readonly call: FailedCall | undefined;
  readonly lock: LockInForce | undefined;
  /** Not in the server's format: the response of a proxy or firewall. It does not describe roles or sessions. */
  readonly isForeign: boolean;
  /** The write may have taken effect (`mayBeDone` of lib). A relay sends 504 if a response was lost. */
  readonly mayBeDone: boolean;
  /** The field of a refused document, as our gateway sends it (`parseFieldPath`). A cluster only sends the message. */
  readonly field: string | undefined;

  constructor(
    message: string,
    status: number,
    options: ErrorOptions & {
      call?: FailedCall;
      lock?: LockInForce | undefined;
      field?: string | undefined;
      isForeign?: boolean;
    } = {},
  ) {
    super(message, options);
    this.status = status;
    this.call = options.call;
    this.lock = options.lock;
    this.field = options.field;
    this.isForeign = options.isForeign ?? false;
    this.mayBeDone = options.call?.method !== 'GET' && (this.isForeign || status < 400 || status >= 500);
  }
}

/** With a status: whether the server itself refused with it. */
export const isApiError = (error: unknown, status?: number): error is ApiError =>
  error instanceof ApiError && (status === undefined || (error.status === status && !error.isForeign));

/** Refusals of a write that another user's earlier write can cause. */
export const isOvertaken = (error: unknown): boolean => [404, 409, 412].some((status) => isApiError(error, status));

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The server's message (specification §3, http-auth §1.8). Undefined if the body has none. */
export function messageOf(body: unknown): string | undefined {
  const texts = [field(field(body, 'error'), 'message'), field(body, 'message'), field(body, 'responseText')].filter(
    (text) => typeof text === 'string',
  );
  return texts.find((text) => text !== '') ?? (texts.length > 0 ? 'Unknown error' : undefined);
}

/** Reads the body of a failed response. */
export async function toApiError(response: Response, call: FailedCall): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = parseJson(text);
  const requestId = response.headers.get('x-request-id');
  // Some calls of a cluster fail with plain text, and so do some proxies (http-auth §1.1, http-resources §10.4).
  const plain = body === undefined ? /^[^<].{0,199}/s.exec(text.trim())?.[0] : undefined;
  const message = messageOf(body) ?? plain ?? `${response.status} - ${response.url || call.path}`;
  return new ApiError(message, response.status, {
    isForeign: typeof body !== 'object' || body === null,
    call: requestId ? { ...call, requestId } : call,
    lock: toLock(field(field(body, 'fields'), LOCKED_OUT)),
    field: response.headers.get(FIELD_PATH_HEADER) ?? undefined,
  });
}

function toLock(json: unknown): LockInForce | undefined {
  const message = field(json, 'message');
  if (typeof message !== 'string') return undefined;
  const ends = field(json, 'expires');
  const endsAt = typeof ends === 'string' ? new Date(ends) : undefined;
  return { message, endsAt, isOnDevice: field(json, 'device') === true };
}

/** "until 14:57", with the date if it is another day. Empty without an end. */
export function lockEnd({ endsAt }: LockInForce, now = new Date()): string {
  if (!endsAt) return '';
  const sameDay = formatDate(endsAt, 'local') === formatDate(now, 'local');
  return ` until ${sameDay ? '' : `${formatDate(endsAt, 'local')} `}${formatTime(endsAt, 'local').slice(0, 5)}`;
}

/** Texts for an error note: the reason (the server's message, quoted), and details to copy when asking for help. */
export function describeFailure(error: unknown): { why: string; details: string } {
  if (!(error instanceof ApiError)) {
    const text = errorMessage(error);
    return { why: text, details: text };
  }
  const { method, path, atMs, requestId } = error.call ?? {};
  const details = [
    method && path && `${method} ${path}`,
    error.status > 0 ? `status ${error.status}` : 'no answer',
    error.message,
    atMs !== undefined && new Date(atMs).toISOString(),
    requestId && `request ${requestId}`,
  ];
  return {
    why: error.isForeign
      ? `The answer (status ${error.status}) is ${
          /^\d+ - /.test(error.message)
            ? 'not the server’s own. A proxy or firewall in between may have sent it'
            : `plain text: “${error.message}”`
        }`
      : error.status >= 400
        ? `The server answered ${error.status}: “${error.message}”`
        : error.message,
    details: details.filter(Boolean).join('\n'),
  };
}
