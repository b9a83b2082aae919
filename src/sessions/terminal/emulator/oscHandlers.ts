import type { Terminal } from '@xterm/xterm';
import { clipboardRequest } from './clipboardRequest.ts';

/** No system takes a longer path. */
const MAX_CHARACTERS = 4096;

/** What would break the line that shows the path, or turn its direction. */
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

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

/**
 * The directory that a shell says it is in (OSC 7, `file://host/path`). The host is not compared: shells know it by other
 * names than the cluster does.
 */
export function reportedDirectory(data: string): string | undefined {
  if (data.length > MAX_CHARACTERS) return undefined;
  const [, escaped] = /^file:\/\/[^/]*(\/.*)$/s.exec(data) ?? [];
  if (escaped === undefined) return undefined;
  try {
    const path = decodeURIComponent(escaped);
    return UNSHOWABLE.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}
