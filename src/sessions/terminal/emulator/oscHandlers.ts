import type { Terminal } from '@xterm/xterm';
import { clipboardRequest } from './clipboardRequest.ts';
import { reportedDirectory } from './reportedDirectory.ts';

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
