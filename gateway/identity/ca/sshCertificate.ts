import { type SshPublicKey, sshPublicLine } from './sshPublicKey.ts';
import { sshString, sshUint32, sshUint64 } from './sshWire.ts';

/** Signs for an authority: its public key and its signatures, both in SSH wire format. */
export type SshSigner = { blob: Buffer; sign: (bytes: Buffer) => Buffer };

export type SshUserCertificate = {
  subject: SshPublicKey;
  /** Fresh random bytes: the requester must not know in advance what is signed. */
  nonce: Buffer;
  serial: bigint;
  /** Appears in the log of the server. */
  keyId: string;
  /** The accounts it opens. Some servers read an empty list as all accounts, so an empty list is refused. */
  principals: readonly string[];
  validAfterMs: number;
  validBeforeMs: number;
  /** Names of permissions (`permit-pty`). */
  extensions: readonly string[];
  /** Addresses and networks (CIDR) from which it is accepted. Absent or empty: any. */
  sourceAddresses?: readonly string[];
};

const USER_CERTIFICATE = 1;

/** One line for a `…-cert.pub` file: an OpenSSH user certificate (PROTOCOL.certkeys of OpenSSH). */
export function encodeUserCertificate(certificate: SshUserCertificate, authority: SshSigner): string {
  const {
    subject,
    nonce,
    serial,
    keyId,
    principals,
    validAfterMs,
    validBeforeMs,
    extensions,
    sourceAddresses = [],
  } = certificate;
  if (principals.length === 0) throw new RangeError('a certificate requires a principal');
  const type = `${subject.type}-cert-v01@openssh.com`;
  const signed = Buffer.concat([
    sshString(type),
    sshString(nonce),
    subject.fields,
    sshUint64(serial),
    sshUint32(USER_CERTIFICATE),
    sshString(keyId),
    sshString(Buffer.concat(principals.map(sshString))),
    sshUint64(seconds(validAfterMs)),
    sshUint64(seconds(validBeforeMs)),
    sshString(criticalOptions(sourceAddresses)),
    sshString(Buffer.concat([...extensions].sort().flatMap((name) => [sshString(name), sshString('')]))),
    sshString(''), // reserved
    sshString(authority.blob),
  ]);
  return sshPublicLine(type, Buffer.concat([signed, sshString(authority.sign(signed))]));
}

/** Options that a server must refuse if it does not know them. */
const criticalOptions = (sources: readonly string[]): Buffer =>
  sources.length === 0
    ? Buffer.alloc(0)
    : Buffer.concat([sshString('source-address'), sshString(sshString(sources.join(',')))]);

const seconds = (ms: number): bigint => BigInt(Math.floor(ms / 1000));
