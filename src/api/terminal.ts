import { encodeConnectParams } from '../wire/terminal/connectParams.ts';
import type { ConnectParams } from '../wire/terminal/connectParams.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { session } from './session.ts';
import { apiUrl } from './urls.ts';

const connectUrl = (clusterId: string, params: ConnectParams, accessToken?: string): string =>
  apiUrl('sites/:clusterId/connect', { clusterId }, { access_token: accessToken, params: encodeConnectParams(params) });

/** Opens the terminal's websocket with the bearer token of this moment (streams §1.2). */
export function openTerminalSocket(clusterId: string, params: ConnectParams): WebSocket {
  const url = new URL(connectUrl(clusterId, params, session.token()?.accessToken ?? ''), location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** Why a socket did not open, as far as one can find out. */
export type ConnectProblem =
  | { kind: 'unreachable' }
  | { kind: 'refused'; status: number; why: string }
  /** The server would have taken the request: something between here and there does not let websockets through. */
  | { kind: 'blocked' };

/**
 * A browser hides why an upgrade was refused. The same request without the upgrade is checked the same way and tells it
 * (streams §1.3); one that passes the checks is answered 400 with plain text, and nothing has begun.
 */
export async function explainConnect(
  clusterId: string,
  params: ConnectParams,
  signal?: AbortSignal,
): Promise<ConnectProblem> {
  const path = connectUrl(clusterId, params);
  try {
    await call(path, { signal });
    return { kind: 'blocked' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 0) return { kind: 'unreachable' };
    const isWordless = error.message.startsWith(`${error.status} - `);
    if (!isWordless) return { kind: 'refused', status: error.status, why: error.message };
    // Something in between that cannot reach the server answers without the server's words.
    return { kind: error.status >= 500 ? 'unreachable' : 'blocked' };
  }
}
