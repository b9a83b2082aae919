// A private key and its passphrase.
import { readFile } from 'node:fs/promises';
import { reason } from '../config/files.ts';
import type { SshIdentity } from '../config/settings.ts';
import { ssh2 } from './library.ts';

/** Contains file names: for the log, not for the user. */
export class IdentityError extends Error {
  override name = 'IdentityError';
}

/** Rejects with an IdentityError that names the file, never its content. */
export async function readIdentity({ file, passphrase }: SshIdentity): Promise<{ key: Buffer; passphrase?: string }> {
  const [key, secret] = await Promise.all([read(`the key ${file}`, file), passphrase && readPassphrase(passphrase)]);
  const parsed = ssh2().utils.parseKey(key, secret);
  if (parsed instanceof Error) throw new IdentityError(`the key ${file} cannot be used: ${wordOf(parsed, secret)}`);
  return { key, ...(secret !== undefined && { passphrase: secret }) };
}

async function readPassphrase(from: NonNullable<SshIdentity['passphrase']>): Promise<string> {
  if ('file' in from)
    return (await read(`the passphrase in ${from.file}`, from.file)).toString('utf8').replace(/\r?\n$/, '');
  const value = process.env[from.env];
  if (value === undefined) throw new IdentityError(`the environment has no ${from.env}for the passphrase of the key`);
  return value;
}

async function read(label: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new IdentityError(`${label} cannot be read: ${reason(error)}`);
  }
}

/** The library's messages may quote text that it could not read. */
function wordOf(error: Error, secret: string | undefined): string {
  if (/passphrase|encrypted|integrity|bad decrypt/i.test(error.message))
    return secret === undefined ? 'it has a passphrase, but none is configured' : 'the passphrase is wrong';
  return 'it is not a private key that this gateway supports';
}
