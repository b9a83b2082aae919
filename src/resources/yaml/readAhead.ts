import { NEW_ROW, rowOfSegment } from '../../descriptors/resourceName.ts';
import { decodePercent } from '../../lib/encoding.ts';
import type { Dispose } from '../../lib/disposables.ts';
import type { Copy } from '../review/compareWithServer.ts';
import { readCopy, type Source } from '../review/serverCopy.ts';

/** A pointer that only passes by stays on a link for less than this. */
const REST_MS = 40;
/** A copy this young counts as current. Before a write it is read again in any case. */
const STILL_TRUE_MS = 1500;

type PendingRead = { name: string; id: string; atMs: number; copy: Promise<Copy | undefined> };
let newest: PendingRead | undefined;

const isNewest = (name: string, id: string): boolean =>
  newest?.name === name && newest.id === id && Date.now() - newest.atMs < STILL_TRUE_MS;

type Watch = Source & {
  /** Address of its list. The addresses of its documents are below it. */
  base: string;
  /** The server reads one document at a time. A list that is read as a whole is too expensive for a guess. */
  readsOne: boolean;
};

/** Reads a document when the pointer rests on its link or presses it. */
export function readAhead({ resource, name, base, dataProvider, readsOne }: Watch): Dispose {
  const stop = new AbortController();
  let resting: ReturnType<typeof setTimeout> | undefined;
  const idUnder = ({ target }: Event): string | undefined => {
    const path = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]')?.pathname : undefined;
    const [id, ...deeper] = path?.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : [];
    return id && id !== NEW_ROW && deeper.length === 0 ? rowOfSegment(decodePercent(id)) : undefined;
  };
  const read = (id: string): void => {
    if (isNewest(name, id)) return;
    const copy = readCopy({ dataProvider, resource, name }, id, true);
    copy.catch(() => undefined); // reported when the document is opened
    newest = { name, id, atMs: Date.now(), copy };
  };
  const rest = (event: Event): void => {
    clearTimeout(resting);
    const id = idUnder(event);
    if (id !== undefined) resting = setTimeout(() => read(id), REST_MS);
  };
  const press = (event: Event): void => {
    const id = idUnder(event);
    if (id !== undefined) read(id);
  };
  const { signal } = stop;
  if (readsOne) document.addEventListener('pointerover', rest, { signal });
  document.addEventListener('pointerdown', press, { signal });
  return () => {
    clearTimeout(resting);
    stop.abort();
  };
}

/** The copy that was read ahead; undefined if there is none, or it is too old. It is returned only once. */
export function takeRead(name: string, id: string): Promise<Copy | undefined> | undefined {
  const copy = isNewest(name, id) ? newest?.copy : undefined;
  newest = undefined;
  return copy;
}
