import { at, isObject } from '../../lib/json.ts';
import { readJson, writeJson, WIDTHS_PREFIX } from '../../lib/storage.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** Pixels by the column's id. Columns without an entry have the declared width. */
export type Widths = Readonly<Record<string, number>>;

const MIN_PX = 48;
const MAX_PX = 960;
/** How far one key press changes a width. */
export const WIDTH_STEP_PX = 16;

const fitWidth = (px: number): number => Math.round(Math.max(MIN_PX, Math.min(MAX_PX, px)));

/** The browser's storage may contain anything. */
function readWidths(json: unknown): Widths {
  if (!isObject(json)) return {};
  const widths = Object.keys(json).flatMap((id): [string, number][] => {
    const px = at(json, id);
    return typeof px === 'number' && Number.isFinite(px) ? [[id, fitWidth(px)]] : [];
  });
  return Object.fromEntries(widths);
}

/** The column widths of one user for one resource, in this browser. They are not part of an address or a view. */
export class ColumnWidths {
  readonly widths: ValueStore<Widths>;
  #storage: Pick<Storage, 'getItem' | 'setItem'>;
  #key: string;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, user: string, resource: string) {
    this.#storage = storage;
    this.#key = `${WIDTHS_PREFIX}${encodeURIComponent(user)}:${resource}`;
    this.widths = new ValueStore(readWidths(readJson(storage, this.#key)));
  }

  /** `undefined`: as declared. Does not store yet, so that a drag does not write at every pixel. */
  set = (id: string, px: number | undefined): void => {
    const { [id]: _, ...others } = this.widths.get();
    this.widths.set(px === undefined ? others : { ...others, [id]: fitWidth(px) });
  };

  /** All as declared. */
  reset = (): void => {
    this.widths.set({});
    this.keep();
  };

  /** If the browser stores nothing, the widths last until the page closes. */
  keep = (): void => {
    writeJson(this.#storage, this.#key, this.widths.get());
  };
}
