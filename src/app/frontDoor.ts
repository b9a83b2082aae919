import { parseConsoleAddress, type ConsoleAddress } from '../sessions/terminal/console/consoleAddress.ts';
import { BASENAME, publicPaths } from './paths.ts';
import { decodePercent } from '../lib/encoding.ts';

/** `isTerminal`: false for a desktop, which has its own player, and if the address does not contain the type. */
export type PlayerDoor = { clusterId: string; sid: string; isTerminal: boolean };

/**
 * The part of the product for an address. Console, terminal and player need a session. Only the console needs a router
 * and the rest.
 */
export type FrontDoor =
  | { page: 'login' }
  | { page: 'invite'; kind: 'invite' | 'reset'; tokenId: string }
  | { page: 'message'; message: 'loginError' | 'loginCallback' | 'loginDenied' | 'loginSuccess' }
  | { page: 'terminal'; address: ConsoleAddress }
  | ({ page: 'player' } & PlayerDoor)
  | { page: 'console' };

const MESSAGES = new Map([
  [publicPaths.loginFailed(), 'loginError'],
  [publicPaths.loginError(), 'loginError'],
  [publicPaths.loginErrorCallback(), 'loginCallback'],
  [publicPaths.loginErrorAuth(), 'loginDenied'],
  [publicPaths.loginSuccess(), 'loginSuccess'],
] as const);

const RECORDING = /^\/cluster\/(?<clusterId>[^/]+)\/session\/(?<sid>[^/]+)$/;
const LINK = /^\/(?<kind>invite|reset)\/(?<tokenId>[^/]+)(\/continue)?$/;

/** `pathname` is a full path. Terminals and players read the query. */
export function frontDoor(pathname: string, search = ''): FrontDoor {
  const address = parseConsoleAddress({ pathname, search });
  if (address) return { page: 'terminal', address };
  const path = pathname.slice(BASENAME.length).replace(/\/$/, '');
  if (path === publicPaths.login()) return { page: 'login' };
  const message = MESSAGES.get(path);
  if (message) return { page: 'message', message };
  const { kind, tokenId } = LINK.exec(path)?.groups ?? {};
  if (tokenId) return { page: 'invite', kind: kind === 'reset' ? 'reset' : 'invite', tokenId: decodePercent(tokenId) };
  const { clusterId, sid } = RECORDING.exec(path)?.groups ?? {};
  if (clusterId && sid) {
    const isTerminal = /^(ssh|k8s|db)$/.test(new URLSearchParams(search).get('recordingType') ?? '');
    return { page: 'player', clusterId: decodePercent(clusterId), sid: decodePercent(sid), isTerminal };
  }
  return { page: 'console' };
}
