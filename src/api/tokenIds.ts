import { writeText, TOKEN_IDS_KEY } from '../lib/storage.ts';
import { randomUuid } from '../lib/encoding.ts';
import { maskedToken } from '../wire/joinTokens.ts';

/** `shown` is undefined until it is known whether the name is a secret. */
type KnownToken = { name: string; shown: string | undefined };

/** Names by id, while the page is open. */
const knownTokens = new Map<string, KnownToken>();

/**
 * Replaces the name of a token in addresses, titles and keys of drafts, since the name can be the secret
 * (resource-specs §7), and histories and logs store addresses. The id is stable in one browser and cannot be reversed
 * elsewhere.
 */
export function tokenId(name: string, shown?: string): string {
  const id = mixed(browserKey(), name);
  knownTokens.set(id, { name, shown: shown ?? knownTokens.get(id)?.shown });
  return id;
}

/** `name` is empty for a token that no list or response has returned. */
export const tokenParts = (id: string): { kind: string; name: string } => ({
  kind: 'token',
  name: knownTokens.get(id)?.name ?? '',
});

export const isTokenKnown = (id: string): boolean => knownTokens.has(id);

/** The masked name. For a new token `isSecret` decides whether it is masked. Empty if the name is unknown. */
export function tokenShown(id: string, isSecret: boolean): string {
  const { name = '', shown = isSecret ? maskedToken(name) : name } = knownTokens.get(id) ?? {};
  return shown;
}

let key: string | undefined;

/**
 * Created once, so that drafts are found again. In a browser without storage, ids are only valid until the page closes.
 */
function browserKey(): string {
  key ??= localStorage.getItem(TOKEN_IDS_KEY) ?? randomUuid();
  writeText(localStorage, TOKEN_IDS_KEY, key);
  return key;
}

/** FNV-1a, twice with different start values: 16 hex digits that reveal nothing without the key. */
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
