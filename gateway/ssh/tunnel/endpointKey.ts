import type { SettingStore } from '../../store/settings.ts';
import { makeEd25519Key } from '../ed25519Key.ts';
import { ssh2 } from '../library.ts';

export type EndpointKey = {
  /** In OpenSSH format. */
  privateKey: string;
  /** `ssh-ed25519 AAAA…` */
  line: string;
};

const SETTING = 'tunnel_host_key';

/**
 * The gateway's host key of the endpoint for reverse tunnels, generated at first use. Hosts get it with the join
 * script.
 */
export function openEndpointKey(settings: SettingStore): EndpointKey {
  const privateKey = settings.getOrMake(SETTING, () => makeEd25519Key().privateKey);
  const line = publicLine(privateKey);
  if (line === undefined) throw new Error(`the setting ${SETTING} of the database is not a private key`);
  return { privateKey, line };
}

function publicLine(privateKey: string): string | undefined {
  const key = ssh2().utils.parseKey(privateKey);
  return key instanceof Error ? undefined : `${key.type} ${key.getPublicSSH().toString('base64')}`;
}
