import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { SettingStore } from '../../store/settings.ts';
import type { SshSigner } from './sshCertificate.ts';
import { ed25519Blob, sshPublicLine } from './sshPublicKey.ts';
import { sshString } from './sshWire.ts';

/**
 * `user` signs certificates of users, `host` those of servers. Servers that joined with a token trust `openssh`: the
 * gateway makes certificates under it for one session each and never gives them to users.
 */
export type SshAuthorityKind = 'user' | 'host' | 'openssh';

export type SshAuthority = SshSigner & {
  /** `ssh-ed25519 AAAA…` */
  line: string;
};

/**
 * An authority whose key is generated at its first use and never changes: servers trust it through a file on their own
 * disk. The key is in the database, which only the gateway's own user can read.
 */
export function openSshAuthority(settings: SettingStore, kind: SshAuthorityKind): SshAuthority {
  const pem = settings.getOrMake(`authority_ssh_${kind}`, () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const key = createPrivateKey(pem);
  const blob = ed25519Blob(createPublicKey(key));
  return {
    blob,
    line: sshPublicLine('ssh-ed25519', blob),
    sign: (bytes) => Buffer.concat([sshString('ssh-ed25519'), sshString(sign(null, bytes, key))]),
  };
}
