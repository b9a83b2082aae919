import { writeText, TOKEN_IDS_KEY } from '../lib/storage.ts';
import { randomUuid } from '../lib/encoding.ts';
import { maskedToken } from '../wire/joinTokens.ts';

/** `shown` is undefined where nobody has told yet whether the name is a secret. */
type Known = { name: string; shown: string | undefined };

/** Names by id, for as long as the page lives. */
const known = new Map<string, Known>();

/**
 * Stands for the name of a token in addresses, titles and keys of drafts: the name may be the secret (resource-specs §7),
 * and addresses are kept in histories and logs. The same for one name in one browser, and no way back to it elsewhere.
 */
export function tokenId(name: string, shown?: string): string {
  const id = mixed(browserKey(), name);
  known.set(id, { name, shown: shown ?? known.get(id)?.shown });
  return id;
}

/** `name` is empty for a token that no list or answer has named. */
export const tokenParts = (id: string): { kind: string; name: string } => ({
  kind: 'token',
  name: known.get(id)?.name ?? '',
});

export const isTokenKnown = (id: string): boolean => known.has(id);

/** The name as it may be shown, of a new token by whether `isSecret`; empty for one that nobody has named. */
export function tokenShown(id: string, isSecret: boolean): string {
  const { name = '', shown = isSecret ? maskedToken(name) : name } = known.get(id) ?? {};
  return shown;
}

let key: string | undefined;

/** Made once, so that drafts are found again. A browser that keeps nothing has ids until the page goes. */
function browserKey(): string {
  key ??= localStorage.getItem(TOKEN_IDS_KEY) ?? randomUuid();
  writeText(localStorage, TOKEN_IDS_KEY, key);
  return key;
}

/** FNV-1a, twice from different starts: 16 hex digits, of which nobody without the key learns anything. */
const mixed = (salt: string, text: string): string =>
  [0x811c9dc5, 0x050c5d1f]
    .map((start) => {
      let sum = start;
      for (const char of `${salt}${text}${salt}`) {
        sum ^= char.codePointAt(0) ?? 0;
        sum = Math.imul(sum, 0x01000193);
      }
      return (sum >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
