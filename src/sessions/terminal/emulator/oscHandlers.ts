import type { Terminal } from '@xterm/xterm';
import { fromUtf8 } from '../../../lib/encoding.ts';

type Handlers = {
  /** The shell reports its directory (OSC 7). */
  directory: (path: string) => void;
  /** A program wants this text on the clipboard (OSC 52). */
  clipboard: (text: string) => void;
};

/** `isIgnored` is called for each sequence: repeated output must not trigger a handler again. */
export function registerOscHandlers({ parser }: Terminal, isIgnored: () => boolean, handlers: Handlers): void {
  const register = (code: number, decode: (data: string) => string | undefined, handle: (text: string) => void) =>
    parser.registerOscHandler(code, (data) => {
      const text = decode(data);
      if (text && !isIgnored()) handle(text);
      return true;
    });
  register(7, reportedDirectory, handlers.directory);
  register(52, clipboardRequest, handlers.clipboard);
}

/** No system has longer paths. */
const PATH_MAX_CHARACTERS = 4096;

/** Characters that would break the line with the path, or change its direction. */
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The directory that a shell reports (OSC 7, `file://host/path`). The host is not compared: shells use other host names
 * than the cluster.
 */
export function reportedDirectory(data: string): string | undefined {
  if (data.length > PATH_MAX_CHARACTERS) return undefined;
  const [, escaped] = /^file:\/\/[^/]*(\/.*)$/s.exec(data) ?? [];
  if (escaped === undefined) return undefined;
  try {
    const path = decodeURIComponent(escaped);
    return UNSHOWABLE.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Longer titles do not fit beside the name of a session. */
const TITLE_MAX_CHARACTERS = 80;

/** Control characters, and characters that change the direction of text. */
// oxlint-disable-next-line no-control-regex
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Shells put this prefix before the distinguishing part. The name of the session already has it. */
const LOGIN_AND_HOST = /^[^\s@]+@[^\s:]+:\s*/;

/** A program's window title in a form that can be shown beside the name of the session. */
export function cleanTitle(title: string): string {
  const text = title.replace(UNSHOWN, '').replace(LOGIN_AND_HOST, '').trim();
  return Array.from(text).slice(0, TITLE_MAX_CHARACTERS).join('');
}

/** More than a manual paste would ever have. */
const CLIPBOARD_MAX_CHARACTERS = 1024 * 1024;

/**
 * Text that a program wants to write to the clipboard (OSC 52: targets, semicolon, base64). Undefined for everything
 * else, above all for queries: a remote program must never learn the content of the clipboard.
 */
export function clipboardRequest(data: string): string | undefined {
  const [, encoded] = /^[cpqs0-7]*;([A-Za-z0-9+/]+={0,2})$/.exec(data) ?? [];
  if (encoded === undefined || encoded.length > CLIPBOARD_MAX_CHARACTERS) return undefined;
  try {
    return fromUtf8(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
