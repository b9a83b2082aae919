import { encodeSegment, fillPath } from '../../../api/urls.ts';
import { ONLY_USER, POD_PREFIX } from '../../../wire/constants.ts';
import type { ConsoleAddress } from './consoleAddress.ts';

const ROOT = '/web/cluster/:clusterId/console';
/** Full path, for links and for the browser's history. */
export function consolePath(address: ConsoleAddress): string {
  const { clusterId } = address;
  switch (address.kind) {
    case 'blank':
      return fillPath(ROOT, { clusterId });
    case 'nodes':
      return fillPath(`${ROOT}/nodes`, { clusterId });
    case 'node': {
      const { serverId, login } = address;
      if (!serverId.startsWith(POD_PREFIX))
        return fillPath(`${ROOT}/node/:serverId/:login`, { clusterId, serverId, login });
      const names = serverId.slice(POD_PREFIX.length).split('/').map(encodeSegment).join('/');
      return `${fillPath(ROOT, { clusterId })}/kube/${names}${login === ONLY_USER ? '' : `?user=${encodeURIComponent(login)}`}`;
    }
    case 'session': {
      const mode = address.mode === undefined ? '' : `?mode=${encodeURIComponent(address.mode)}`;
      return fillPath(`${ROOT}/session/:sid`, { clusterId, sid: address.sid }) + mode;
    }
  }
}

/** The same for every participant mode. */
export const addressPath = (address: ConsoleAddress): string => {
  if (address.kind !== 'session') return consolePath(address);
  const { mode: _, ...withoutMode } = address;
  return consolePath(withoutMode);
};

/** Adds `mode` to the address of a session without one. */
export const inMode = <A extends ConsoleAddress>(address: A, mode: string | undefined): A =>
  address.kind === 'session' && address.mode === undefined && mode !== undefined ? { ...address, mode } : address;
