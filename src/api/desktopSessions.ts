// Sessions on desktops; apart from the lists, which need no socket.
import { call } from './client.ts';
import { explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';
import { apiUrl } from './urls.ts';

/** A login on a desktop. */
export type DesktopTarget = { clusterId: string; desktopName: string; username: string };

/**
 * Before a socket is opened (streams §5.14). Rejects where the user may not see the desktop. `isActive`: a session runs
 * on it, which a new one may end.
 */
export async function checkDesktop({ clusterId, desktopName: name }: DesktopTarget, signal: AbortSignal) {
  const at = (template: string) => call(apiUrl(template, { clusterId, name }), { signal });
  const [json] = await Promise.all([
    at('sites/:clusterId/desktops/:name/active'),
    at('sites/:clusterId/desktops/:name'),
  ]);
  return { isActive: (json as { active?: boolean } | null)?.active === true };
}

/** Pixels of the wanted screen; `layout`, the Windows id of a keyboard layout, asks for the extensions of our gateway. */
export type DesktopConnect = { width: number; height: number; layout?: number | undefined };

const addressOf = ({ clusterId, desktopName, username }: DesktopTarget, to: DesktopConnect): SocketAddress => ({
  template: 'sites/:clusterId/desktops/:desktopName/connect',
  path: { clusterId, desktopName },
  query: {
    username,
    width: to.width,
    height: to.height,
    ...(to.layout !== undefined && { extensions: 1, layout: to.layout }),
  },
});

/** The desktop protocol (streams §5.1). */
export const openDesktopSocket = (target: DesktopTarget, to: DesktopConnect): WebSocket =>
  openSocket(addressOf(target, to));

/** Why it could not be opened. */
export const explainDesktop = (
  target: DesktopTarget,
  to: DesktopConnect,
  signal: AbortSignal,
): Promise<SocketProblem> => explainSocket(addressOf(target, to), signal);
