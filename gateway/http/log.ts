// Structured logs. They contain no credentials and no personal data, and lines have a limited length.
import type { LogLevel } from '../config/settings.ts';
import { LoggedError } from './loggedError.ts';
import { loggedRequest } from './loggedRequest.ts';
import { cut, loggedText } from './loggedText.ts';
import { REDACTED } from './loggedUrl.ts';

const SECRET_HEADERS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'x-cookie-value',
  'x-subject-cookie-value',
];
const SECRET_PATHS = ['headers', 'req.headers', 'res.headers'].flatMap((path) =>
  SECRET_HEADERS.map((name) => `${path}["${name}"]`),
);

const LINE_MAX_CHARS = 8192;
const TEXT_OF_LONG_LINE_MAX_CHARS = 512;
const LIST_OF_LONG_LINE_MAX = 16;

/** JSON escapes only the control characters below 0x20. Terminals act on these too. */
const TERMINAL_CONTROLS = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** The destination of log lines. The default is the standard output. */
export type LogStream = { write(line: string): void };

export function logOptions(level: LogLevel, stream?: LogStream) {
  const text = (value: unknown) => (typeof value === 'string' ? loggedText(value) : value);
  return {
    level,
    redact: { paths: SECRET_PATHS, censor: REDACTED },
    serializers: {
      // Headers are left out. The paths above are for code that logs them explicitly.
      req: loggedRequest,
      err: (error: unknown) => {
        const { type, message, stack, cause } = error instanceof LoggedError ? error : new LoggedError(error);
        return { type, message, stack, cause };
      },
      msg: text,
      reason: text,
      why: text,
    },
    hooks: { streamWrite: boundedLine },
    ...(stream && { stream }),
  };
}

/** Limits a whole line, including its end. */
function boundedLine(line: string): string {
  const whole = withoutControls(line);
  if (whole.length <= LINE_MAX_CHARS) return whole;
  const short = JSON.stringify(JSON.parse(line), (_key, value: unknown) => {
    if (typeof value === 'string') return cut(value, TEXT_OF_LONG_LINE_MAX_CHARS);
    return Array.isArray(value) ? (value as unknown[]).slice(0, LIST_OF_LONG_LINE_MAX) : value;
  });
  const { level, time, reqId, msg } = JSON.parse(short) as Record<string, unknown>;
  const texts = [
    { ...JSON.parse(short), cutFrom: line.length },
    { level, time, reqId, msg, cutFrom: line.length },
  ];
  return (
    texts.map((each) => `${withoutControls(JSON.stringify(each))}\n`).find((each) => each.length <= LINE_MAX_CHARS) ??
    ''
  );
}

const withoutControls = (line: string): string =>
  line.replace(TERMINAL_CONTROLS, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
