// Sign-in with a certificate (PROTOCOL.certkeys of OpenSSH), which ssh2 supports only partly: in the signature it also
// names the certificate's type, where servers expect the type of the key.
import type { Client, ParsedKey } from 'ssh2';
import { isObject } from '../../src/lib/json.ts';
import { sshString } from '../identity/ca/sshWire.ts';
import { makeEd25519Key } from './ed25519Key.ts';

const KEY_TYPE = 'ssh-ed25519';
const CERTIFICATE_TYPE = `${KEY_TYPE}-cert-v01@openssh.com`;
/** The fields before the signature: a byte, three texts, a byte, two texts (RFC 4252 §7). */
const USERAUTH_REQUEST = 50;

/** `certify`: makes the certificate of a public key (`ssh-ed25519 AAAA…`) once the host has been reached. */
export function certificateKey(client: Client, certify: (publicLine: string, from: string | undefined) => string) {
  const { key } = makeEd25519Key();
  let blob: Buffer | undefined;
  const certificate = () => {
    const line = `${KEY_TYPE} ${key.getPublicSSH().toString('base64')}`;
    blob ??= Buffer.from(certify(line, localAddress(client)).split(' ')[1] ?? '', 'base64');
    return blob;
  };
  const sign: ParsedKey['sign'] = (data, algorithm) => {
    const signature = key.sign(data, algorithm);
    if (Buffer.isBuffer(signature)) nameKeyType(client, signature);
    return signature;
  };
  // The library accepts only keys that it has parsed: this is such a key, with the certificate instead of its public
  // part.
  return Object.create(key, {
    type: { value: CERTIFICATE_TYPE },
    getPublicSSH: { value: certificate },
    sign: { value: sign },
  }) as ParsedKey;
}

type Writer = { allocStart: number; alloc(size: number): Buffer; finalize: (this: Writer, packet: Buffer) => Buffer };

/** Writes the next packet, the signed request, with the type of the key in the signature. */
function nameKeyType(client: Client, signature: Buffer): void {
  const writer = writerOf(client);
  const { finalize } = writer;
  writer.finalize = (packet: Buffer) => {
    writer.finalize = finalize;
    const payload = packet.subarray(writer.allocStart);
    if (payload[0] !== USERAUTH_REQUEST) throw new TypeError('ssh2 has sent another packet than the sign-in');
    const head = payload.subarray(0, endOfTexts(payload, endOfTexts(payload, 1, 3) + 1, 2));
    const signed = Buffer.concat([head, sshString(Buffer.concat([sshString(KEY_TYPE), sshString(signature)]))]);
    const shorter = writer.alloc(signed.length);
    shorter.set(signed, writer.allocStart);
    return finalize.call(writer, shorter);
  };
}

/** The end of `count` texts that begin at `start`. */
function endOfTexts(payload: Buffer, start: number, count: number): number {
  let at = start;
  for (let i = 0; i < count; i += 1) at += 4 + payload.readUInt32BE(at);
  return at;
}

/** An internal of the library: its version is pinned, and a test signs in at a real sshd. */
function writerOf(client: Client): Writer {
  const protocol: unknown = Reflect.get(client, '_protocol');
  const packets: unknown = isObject(protocol) ? protocol['_packetRW'] : undefined;
  const writer: unknown = isObject(packets) ? packets['write'] : undefined;
  if (!isObject(writer) || typeof writer['finalize'] !== 'function')
    throw new TypeError('this version of ssh2 cannot sign in with certificates');
  return writer as unknown as Writer;
}

function localAddress(client: Client): string | undefined {
  const socket: unknown = Reflect.get(client, '_sock');
  const address = isObject(socket) ? socket['localAddress'] : undefined;
  return typeof address === 'string' ? address : undefined;
}
