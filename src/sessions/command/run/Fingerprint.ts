/** Multipliers of two hashes that run side by side (FNV-1a's, and one of murmur's): 64 bits together. */
const PRIME_A = 0x01000193;
const PRIME_B = 0x85ebca6b;
const BASIS_A = 0x811c9dc5;
const BASIS_B = 0x9747b28c;

/**
 * Tells whether two servers said the same, however their bytes were cut into frames and also where most of them were
 * not kept. No proof against one who looks for a second text: a server that lies about its output needs none.
 */
export class Fingerprint {
  #a = BASIS_A;
  #b = BASIS_B;
  #length = 0;

  add(bytes: Uint8Array): void {
    let a = this.#a;
    let b = this.#b;
    // By place: an iterator would make floods slow.
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      a = Math.imul(a ^ byte, PRIME_A);
      b = Math.imul(b ^ byte, PRIME_B);
      b ^= b >>> 13;
    }
    this.#a = a;
    this.#b = b;
    this.#length += bytes.length;
  }

  get text(): string {
    return [this.#length, this.#a >>> 0, this.#b >>> 0].map((n) => n.toString(36)).join('.');
  }
}
