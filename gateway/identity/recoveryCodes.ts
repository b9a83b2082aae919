// Recovery codes in a readable form: `tele-` and eight words (http-auth §7.4).
import { randomBytes } from 'node:crypto';

const CODES = 3;
const WORDS = 8;
const PREFIX = 'tele';
const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aiou';

/** Three codes, each of 128 random bits. */
export const newRecoveryCodes = (random: (size: number) => Buffer = randomBytes): string[] =>
  Array.from({ length: CODES }, () => toRecoveryCode(random(2 * WORDS)));

/** Normalizes a typed code: case, surrounding spaces, and spaces instead of dashes do not matter. */
export const normalRecoveryCode = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\u2010-\u2015-]+/g, '-');

function toRecoveryCode(bytes: Buffer): string {
  const words = Array.from({ length: WORDS }, (_, i) => word(bytes.readUInt16BE(2 * i)));
  return [PREFIX, ...words].join('-');
}

/** Sixteen bits as a pronounceable word: consonants encode four bits each, the vowels between them two. */
function word(bits: number): string {
  const consonant = (shift: number) => CONSONANTS[(bits >> shift) & 15] ?? '';
  const vowel = (shift: number) => VOWELS[(bits >> shift) & 3] ?? '';
  return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0);
}
