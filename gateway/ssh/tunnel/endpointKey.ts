import type { SettingStore } from '../../store/settings.ts';
import { ssh2 } from '../library.ts';

export type EndpointKey = {
  /** In the format of OpenSSH. */
  privateKey: string;
  /** `ssh-ed25519 AAAA…` */
  line: string;
};

const SETTING = 'tunnel_host_key';
const ATTEMPTS_MAX = 10;

/** The gateway's host key of the endpoint for reverse tunnels, made at the first use. Hosts get it with the join script. */
export function openEndpointKey(settings: SettingStore): EndpointKey {
  const privateKey = settings.getOrMake(SETTING, makeKey);
  const line = publicLine(privateKey);
  if (line === undefined) throw new Error(`the setting ${SETTING} of the database is not a private key`);
  return { privateKey, line };
}

/** The library writes some keys in a way that it cannot read. */
function makeKey(): string {
  for (let i = 0; i < ATTEMPTS_MAX; i += 1) {
    const { private: made } = ssh2().utils.generateKeyPairSync('ed25519');
    if (publicLine(made) !== undefined) return made;
  }
  throw new Error('cannot make a host key for reverse tunnels');
}

function publicLine(privateKey: string): string | undefined {
  const key = ssh2().utils.parseKey(privateKey);
  return key instanceof Error ? undefined : `${key.type} ${key.getPublicSSH().toString('base64')}`;
}
