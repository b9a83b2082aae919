import { parseJson } from './json.ts';

/** The JSON that a key holds; undefined where there is none, or none that can be read. It may be anything: check it. */
export const readJson = (storage: Pick<Storage, 'getItem'>, key: string): unknown =>
  parseJson(storage.getItem(key) ?? '');

/** False where the browser refuses (full, forbidden). What the key held before stays. */
export function writeText(storage: Pick<Storage, 'setItem'>, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** As `writeText`. */
export const writeJson = (storage: Pick<Storage, 'setItem'>, key: string, value: unknown): boolean =>
  writeText(storage, key, JSON.stringify(value));
