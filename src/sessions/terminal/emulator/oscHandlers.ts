import type { Terminal } from '@xterm/xterm';
import { fromUtf8 } from '../../../lib/encoding.ts';

type Handlers = {
  /** The shell reports its directory (OSC 7). */
  directory: (path: string) => void;
  /** A program wants this text on the clipboard (OSC 52). */
  clipboard: (text: string) => void;
};

/** `isIgnored` is asked for each sequence: repeated output asks for nothing a second time. */
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

/** No system takes a longer path. */
const PATH_MAX_CHARACTERS = 4096;

/** What would break the line that shows the path, or turn its direction. */
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The directory that a shell says it is in (OSC 7, `file://host/path`). The host is not compared: shells know it by other
 * names than the cluster does.
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

/** More would not fit beside the name of a session. */
const TITLE_MAX_CHARACTERS = 80;

/** Control characters, and those that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex
const UNSHOWN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Shells put this before what tells one from another; the name of the session has it. */
const LOGIN_AND_HOST = /^[^\s@]+@[^\s:]+:\s*/;

/** A title that a program gave its window, as it can stand beside the name of the session. */
export function cleanTitle(title: string): string {
  const text = title.replace(UNSHOWN, '').replace(LOGIN_AND_HOST, '').trim();
  return Array.from(text).slice(0, TITLE_MAX_CHARACTERS).join('');
}

/** More than anybody would paste by hand. */
const CLIPBOARD_MAX_CHARACTERS = 1024 * 1024;

/**
 * Text that a program wants on the clipboard (OSC 52: targets, semicolon, base64). undefined for everything else; above
 * all for a question what is on it: output of a remote machine never learns that.
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
