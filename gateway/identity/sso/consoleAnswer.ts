// What a command line is told at its own address when its user has signed in at a provider, or has not (http-auth §5.2).
import { createCipheriv, randomBytes } from 'node:crypto';
import { fromHex } from '../../../src/lib/encoding.ts';
import { TARGET_MAX_CHARS } from './redirectTarget.ts';
import { isLoopback } from './trustedUrl.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/** Where a command line waits for the outcome: a plain server on its own machine, and nowhere else (http-auth §5.3). */
export function consoleAddress(text: string): URL | undefined {
  if (text.length > TARGET_MAX_CHARS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' && isLoopback(url) && url.username === '' ? url : undefined;
}

/** undefined where the address brings no key to encrypt with: certificates pass through a browser and its history. */
export function consoleAnswer(address: URL, answer: object): string | undefined {
  const key = fromHex(address.searchParams.get('secret_key') ?? '');
  if (key?.length !== KEY_BYTES) return undefined;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final(), cipher.getAuthTag()]);
  return withParameter(
    address,
    'response',
    JSON.stringify({ ciphertext: sealed.toString('base64'), nonce: nonce.toString('base64') }),
  );
}

export const consoleError = (address: URL, message: string): string => withParameter(address, 'err', message);

/** The key of the command line does not travel on. */
function withParameter(address: URL, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.delete('secret_key');
  url.searchParams.delete('secret');
  url.searchParams.set(name, value);
  return url.href;
}
