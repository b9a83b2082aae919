import { createContext } from 'react';
import { config } from '../../api/config.ts';
import { DOCUMENTS } from '../../wire/config.ts';

/** Why an address below `/web` leads nowhere yet; undefined where it does. The console fills it, who knows its pages. */
export const MissingPagesContext = createContext<(to: string) => string | undefined>(() => undefined);

/**
 * Where resources are added. Until there is a page for it, that is a new document, of this kind where one is named, if
 * the server keeps documents; else Help, which says how it is done. `missing` as in `MissingPagesContext`.
 */
export function addingPath(missing: (to: string) => string | undefined, kind?: string): string {
  if (missing('/discover') === undefined) return '/discover';
  if (!config.extensions.includes(DOCUMENTS)) return '/support';
  return kind === undefined ? '/resources' : `/resources/new?kind=${kind}`;
}
