import { encodeConnectParams } from '../wire/terminal/connectParams.ts';
import { call } from './client.ts';
import { ApiError, isApiError } from './errors.ts';
import { session } from './session.ts';
import { apiUrl, type PathParams, type QueryParams } from './urls.ts';

/** The address of a websocket: a template below `/v1/webapi/`, and the query of its endpoint. */
export type SocketAddress = { template: string; path: PathParams; query?: QueryParams };

const urlOf = ({ template, path, query }: SocketAddress, accessToken?: string): string =>
  apiUrl(template, path, { access_token: accessToken, ...query });

/** Bytes of the address in the request line that opens it. */
const addressBytes = (address: SocketAddress): number => urlOf(address, session.token()?.accessToken ?? '').length;

/** Opens a websocket for binary frames with the current bearer token (streams §1.2). */
export function openSocket(address: SocketAddress): WebSocket {
  const url = new URL(urlOf(address, session.token()?.accessToken ?? ''), location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** The reason why a socket did not open, as far as it can be found out. */
export type SocketProblem =
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number; why: string }
  /** The server would have accepted the request: a proxy or firewall blocks websockets. */
  | { kind: 'blocked' };

/**
 * A browser hides why an upgrade was refused. The same request without the upgrade passes the same checks and returns
 * the reason (streams §1.3). If it passes them, the response is a 400 with plain text, and nothing was started.
 */
export async function explainSocket(address: SocketAddress, signal?: AbortSignal): Promise<SocketProblem> {
  try {
    await call(urlOf(address), { signal });
    return { kind: 'blocked' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) return { kind: 'unreachable' };
    if (!error.isForeign) return { kind: 'refused', status: error.status, why: error.message };
    // A proxy that cannot reach the server responds without the server's message.
    return { kind: error.status >= 500 ? 'unreachable' : 'blocked' };
  }
}

/** The message for a socket that did not open. Undefined if the server is unreachable. */
export function refusalText(problem: SocketProblem): string | undefined {
  if (problem.kind === 'unreachable') return undefined;
  return problem.kind === 'refused' ? problem.why : 'The network between this browser and the server blocks websockets';
}

/** The functions for a cluster socket that takes its parameters in the address. */
export function clusterSocket<P>(template: string, encode: (params: P) => string) {
  const addressOf = (clusterId: string, params: P): SocketAddress => ({
    template,
    path: { clusterId },
    query: { params: encode(params) },
  });
  return {
    open: (clusterId: string, params: P): WebSocket => openSocket(addressOf(clusterId, params)),
    /** The reason why it could not be opened. */
    explain: (clusterId: string, params: P, signal?: AbortSignal): Promise<SocketProblem> =>
      explainSocket(addressOf(clusterId, params), signal),
    addressBytes: (clusterId: string, params: P): number => addressBytes(addressOf(clusterId, params)),
  };
}

/** Plays a recorded desktop (streams §6). */
export function playbackSocket(path: { clusterId: string; sid: string }) {
  const address = { template: 'sites/:clusterId/desktopplayback/:sid', path };
  const refusal = async () => {
    const problem = await explainSocket(address);
    return problem.kind === 'refused' ? problem.why : undefined;
  };
  return { open: () => openSocket(address), refusal };
}

/** The terminal on a server or in a session (streams §2). */
export const { open: openTerminalSocket, explain: explainConnect } = clusterSocket(
  'sites/:clusterId/connect',
  encodeConnectParams,
);

/** Whether the server responds at all (http-auth §6.4). Rejects when it is aborted. */
export async function pingServer(signal: AbortSignal): Promise<boolean> {
  try {
    await call(apiUrl('ping'), { signal });
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.status !== 0;
  }
}
