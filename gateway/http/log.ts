// Structured logs. What identifies somebody or opens something never reaches them.
import type { FastifyRequest } from 'fastify';
import type { LogLevel } from '../config/settings.ts';

const REDACTED = '[redacted]';

/** Query parameters whose value is a secret. */
const SECRET_PARAMETERS = /([?&](?:access_token|csrf_token|code|state|token)=)[^&#\s"]*/gi;
/** Parts of a path that are secrets: what follows opens an account, a device list or an enrolment. */
const SECRET_SEGMENTS =
  /(\/(?:web\/(?:invite|reset)|users\/password\/token|mfa\/token|scripts|desktop-access\/configure)\/)[^/?#\s"]+/gi;

/** Also for texts in which an address stands. */
const redactUrl = (text: string): string =>
  text.replace(SECRET_SEGMENTS, `$1${REDACTED}`).replace(SECRET_PARAMETERS, `$1${REDACTED}`);

const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'x-cookie-value',
  'x-subject-cookie-value',
];
const SECRET_PATHS = ['headers', 'req.headers', 'res.headers'].flatMap((place) =>
  SECRET_HEADERS.map((name) => `${place}["${name}"]`),
);

type LoggedError = { type: string; message: string; stack: string; cause?: string };

/** Errors of libraries name the address of the request, and some code reports what is no error at all. */
function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redactUrl(String(error)), stack: '' };
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message: redactUrl(message),
    stack: redactUrl(stack),
    ...(cause instanceof Error && { cause: redactUrl(cause.message) }),
  };
}

/** Where log lines go; the standard output unless told. */
export type LogStream = { write(line: string): void };

export function logOptions(level: LogLevel, stream?: LogStream) {
  return {
    level,
    redact: { paths: SECRET_PATHS, censor: REDACTED },
    serializers: {
      // Headers are left out altogether; the paths above are for whoever logs them by hand.
      req: (request: FastifyRequest) => ({ method: request.method, url: redactUrl(request.url), remote: request.ip }),
      err: toLoggedError,
    },
    ...(stream && { stream }),
  };
}
