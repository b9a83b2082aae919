const ALPHABET = /[A-Za-z0-9+/]/;

export type Base64Result = { ok: true; bytes: Uint8Array } | { ok: false; at: number };

/**
 * Standard base64 with required padding. Line breaks are ignored. The position of the first invalid byte is part of the
 * wire's message (`illegal base64 data at input byte N`).
 */
export function stdBase64(text: string): Base64Result {
  let digits = 0;
  let at = 0;
  for (; at < text.length && text[at] !== '='; at += 1) {
    const c = text[at] ?? '';
    if (c === '\n' || c === '\r') continue;
    if (!ALPHABET.test(c)) return { ok: false, at };
    digits += 1;
  }
  const padding = (4 - (digits % 4)) % 4;
  if (padding === 3) return { ok: false, at };
  for (let i = 0; i < padding; i += 1, at += 1) {
    while (text[at] === '\n' || text[at] === '\r') at += 1;
    if (text[at] !== '=') return { ok: false, at };
  }
  for (; at < text.length; at += 1) if (text[at] !== '\n' && text[at] !== '\r') return { ok: false, at };
  return { ok: true, bytes: Buffer.from(text, 'base64') };
}
