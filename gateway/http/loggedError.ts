import type { FastifyRequest } from 'fastify';
import { cut, loggedText } from './loggedText.ts';
import { withoutSecrets } from './requestSecrets.ts';

const FRAMES_MAX = 20;
const FRAME_MAX_CHARS = 256;
const NAME_MAX_CHARS = 64;
const CAUSES_MAX = 3;

/** An error in a log line. */
export class LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause: string | undefined;

  /** `request`: the failed request, none of whose content is logged. */
  constructor(error: unknown, request?: FastifyRequest) {
    const toLogged = (text: string) => loggedText(request ? withoutSecrets(text, request) : text);
    this.type = error instanceof Error ? cut(error.name, NAME_MAX_CHARS) : typeof error;
    this.message = toLogged(messageOf(error));
    this.stack = error instanceof Error ? framesOf(error) : '';
    const causes = causesOf(error).map((cause) => toLogged(messageOf(cause)));
    this.cause = causes.length > 0 ? causes.join(': ') : undefined;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The engine quotes the text that it cannot parse.
  return error instanceof SyntaxError && / JSON/.test(error.message) ? 'invalid JSON' : error.message;
}

/** The lines below the message, which the stack repeats. */
function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const frames = stack
    .slice(start < 0 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^ {4}at /.test(line));
  return frames
    .slice(0, FRAMES_MAX)
    .map((frame) => cut(frame.trim(), FRAME_MAX_CHARS))
    .join('\n');
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let next = error instanceof Error ? error.cause : undefined;
  while (next instanceof Error && causes.length < CAUSES_MAX) {
    causes.push(next);
    next = next.cause;
  }
  return causes;
}
