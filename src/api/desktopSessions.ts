// Sessions on desktops. They have their own file, since lists do not need the socket.
import { call } from './client.ts';
import { explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';
import { apiUrl } from './urls.ts';

/** A login on a desktop. */
export type DesktopTarget = { clusterId: string; desktopName: string; username: string };

/**
 * The check before a socket is opened (streams §5.14). Rejects if the user may not see the desktop. `isActive`: a
 * session is active on it, which a new one may end.
 */
export async function checkDesktop({ clusterId, desktopName: name }: DesktopTarget, signal: AbortSignal) {
  const at = (template: string) => call(apiUrl(template, { clusterId, name }), { signal });
  const [json] = await Promise.all([
    at('sites/:clusterId/desktops/:name/active'),
    at('sites/:clusterId/desktops/:name'),
  ]);
  return { isActive: (json as { active?: boolean } | null)?.active === true };
}

/**
 * Requested screen size in pixels. `layout`, the Windows id of a keyboard layout, asks for our gateway's extensions.
 */
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

/** The reason why it could not be opened. */
export const explainDesktop = (
  target: DesktopTarget,
  to: DesktopConnect,
  signal: AbortSignal,
): Promise<SocketProblem> => explainSocket(addressOf(target, to), signal);
