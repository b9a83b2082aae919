// A command line that signs in without a browser, as the API sees it.
import { generateKeyPairSync } from 'node:crypto';
import { headlessIdOf } from '../../gateway/identity/headless/headlessId.ts';
import { sshString } from '../../gateway/identity/ca/sshWire.ts';

/** A new Ed25519 key as its `authorized_keys` line, and the id of its request. */
export function newCommandLine() {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const blob = Buffer.concat([sshString('ssh-ed25519'), sshString(Buffer.from(x, 'base64url'))]);
  const line = Buffer.from(`ssh-ed25519 ${blob.toString('base64')}\n`);
  return { id: headlessIdOf(line), pub_key: line.toString('base64') };
}
