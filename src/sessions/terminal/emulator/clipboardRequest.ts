import { fromUtf8 } from '../../../lib/encoding.ts';

/** More than anybody would paste by hand. */
const TEXT_MAX_CHARACTERS = 1024 * 1024;

/**
 * Text that a program wants on the clipboard (OSC 52: targets, semicolon, base64). undefined for everything else; above
 * all for a question what is on it: output of a remote machine never learns that.
 */
export function clipboardRequest(data: string): string | undefined {
  const [, encoded] = /^[cpqs0-7]*;([A-Za-z0-9+/]+={0,2})$/.exec(data) ?? [];
  if (encoded === undefined || encoded.length > TEXT_MAX_CHARACTERS) return undefined;
  try {
    return fromUtf8(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
