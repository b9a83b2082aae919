// Files on a server, as its responses describe them.
import { at, textAt } from '../../lib/json.ts';
import { decodePercent } from '../../lib/encoding.ts';

export type RemoteEntry = { name: string; kind: 'file' | 'directory'; sizeBytes: number; changedAtMs?: number };
/** The content of a folder, from an endpoint that only the gateway has. */
export type RemoteFolder = {
  entries: readonly RemoteEntry[];
  /** The folder has more entries than were sent. */
  truncated: boolean;
};

/** The latest time that a Date can hold. Some file systems store any number. */
const DATE_MAX_MS = 8.64e15;

export function toRemoteFolder(json: unknown): RemoteFolder {
  const list = at(json, 'entries');
  return {
    entries: (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
      const name = textAt(entry, 'name');
      const size = at(entry, 'size');
      const changed = at(entry, 'changed');
      const kind = at(entry, 'kind') === 'directory' ? 'directory' : 'file';
      const changedAtMs =
        typeof changed === 'number' && changed > 0 && changed <= DATE_MAX_MS ? { changedAtMs: changed } : {};
      return name ? [{ name, kind, sizeBytes: typeof size === 'number' ? size : 0, ...changedAtMs }] : [];
    }),
    truncated: at(json, 'truncated') === true,
  };
}

/**
 * The file name of a download. The server escapes it like a query (http-resources §16). Undefined if the header has no
 * name. Without slashes, since it becomes a file on the user's machine. `saveFile` replaces backslashes.
 */
export function attachmentName(disposition: string | null): string | undefined {
  const escaped = /filename="([^"]*)"/.exec(disposition ?? '')?.[1];
  if (!escaped) return undefined;
  return decodePercent(escaped.replaceAll('+', ' ')).split('/').at(-1) || undefined;
}
