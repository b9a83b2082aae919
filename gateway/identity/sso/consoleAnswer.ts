// The answer that a command line gets at its own address after its user's sign-in at a provider succeeded or failed
// (http-auth §5.2).
import { createCipheriv, randomBytes } from 'node:crypto';
import { fromHex } from '../../../src/lib/encoding.ts';
import { TARGET_MAX_CHARS } from './redirectTarget.ts';
import { isLoopback } from './trustedUrl.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/** Where a command line waits for the outcome: only a plain HTTP server on its own machine (http-auth §5.3). */
export function consoleAddress(text: string): URL | undefined {
  if (text.length > TARGET_MAX_CHARS || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' && isLoopback(url) && url.username === '' ? url : undefined;
}

/** undefined if the address contains no encryption key: certificates pass through a browser and its history. */
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

/** The secret key of the command line is not sent further. */
function withParameter(address: URL, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.delete('secret_key');
  url.searchParams.delete('secret');
  url.searchParams.set(name, value);
  return url.href;
}
