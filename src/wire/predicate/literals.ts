// String literals in Go syntax (http-resources §1.5).
import { fromUtf8, utf8 } from '../../lib/encoding.ts';

const SIMPLE: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '\\': 0x5c,
  '"': 0x22,
};
/** Letter → digits and base. `\x` and octal escapes are one byte, the others one character. */
const BY_CODE = { x: [2, 16], u: [4, 16], U: [8, 16] } as const;
const MAX_CODE_POINT = 0x10ffff;

/** `at` is the offset of the bad escape inside the body. */
export type Unquoted = { ok: true; value: string } | { ok: false; message: string; at: number };

/** The body of a literal in double quotes, without them. */
export function unquote(body: string): Unquoted {
  if (!body.includes('\\')) return { ok: true, value: body };
  const bytes: number[] = [];
  for (let at = 0; at < body.length;) {
    const next = body.indexOf('\\', at);
    if (next !== at) {
      for (const byte of utf8(body.slice(at, next < 0 ? body.length : next))) bytes.push(byte);
      if (next < 0) break;
      at = next;
      continue;
    }
    const escape = readEscape(body, at);
    if (!escape) return { ok: false, message: 'unknown escape sequence', at };
    bytes.push(...escape.bytes);
    at = escape.next;
  }
  return { ok: true, value: fromUtf8(Uint8Array.from(bytes)) };
}

function readEscape(body: string, at: number): { bytes: Iterable<number>; next: number } | undefined {
  const letter = body[at + 1] ?? '';
  const simple = Object.hasOwn(SIMPLE, letter) ? SIMPLE[letter] : undefined;
  if (simple !== undefined) return { bytes: [simple], next: at + 2 };
  if (/[0-7]/.test(letter)) {
    const digits = body.slice(at + 1, at + 4);
    const value = Number.parseInt(digits, 8);
    return /^[0-7]{3}$/.test(digits) && value < 256 ? { bytes: [value], next: at + 4 } : undefined;
  }
  if (letter !== 'x' && letter !== 'u' && letter !== 'U') return undefined;
  const [count, base] = BY_CODE[letter];
  const digits = body.slice(at + 2, at + 2 + count);
  if (digits.length < count || !/^[0-9a-fA-F]+$/.test(digits)) return undefined;
  const code = Number.parseInt(digits, base);
  const next = at + 2 + count;
  if (letter === 'x') return { bytes: [code], next };
  if (code > MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return { bytes: utf8(String.fromCodePoint(code)), next };
}

/** The literal for a text. JSON and Go write it the same way, except for lone surrogates, which neither can contain. */
export const quote = (text: string): string => JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd'));
