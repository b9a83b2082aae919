// Files of a server as its answers tell of them.
import { at, textAt } from '../../lib/json.ts';
import { decodePercent } from '../../lib/encoding.ts';

export type RemoteEntry = { name: string; kind: 'file' | 'directory'; sizeBytes: number; changedAtMs?: number };
/** What is in a folder: an endpoint that only the gateway has. */
export type RemoteFolder = {
  entries: readonly RemoteEntry[];
  /** There are more than were sent. */
  truncated: boolean;
};

/** No later moment is a date; some file systems keep any number. */
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
 * The name of a download: the server writes it escaped as a query is (http-resources §16). undefined where the header
 * names none. Never with a slash: it becomes a file of the person's own machine. `saveFile` replaces backslashes.
 */
export function attachmentName(disposition: string | null): string | undefined {
  const escaped = /filename="([^"]*)"/.exec(disposition ?? '')?.[1];
  if (!escaped) return undefined;
  return decodePercent(escaped.replaceAll('+', ' ')).split('/').at(-1) || undefined;
}
