import { encodeConnectParams, type ConnectParams } from '../wire/terminal/connectParams.ts';
import { explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';

/** Why a terminal's socket did not open. */
export type ConnectProblem = SocketProblem;

const terminalOf = (clusterId: string, params: ConnectParams): SocketAddress => ({
  template: 'sites/:clusterId/connect',
  path: { clusterId },
  params: encodeConnectParams(params),
});

export const openTerminalSocket = (clusterId: string, params: ConnectParams): WebSocket =>
  openSocket(terminalOf(clusterId, params));

export const explainConnect = (
  clusterId: string,
  params: ConnectParams,
  signal?: AbortSignal,
): Promise<ConnectProblem> => explainSocket(terminalOf(clusterId, params), signal);
