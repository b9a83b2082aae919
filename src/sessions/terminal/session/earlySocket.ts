import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import { encodeEnvelope } from '../../../wire/envelope.ts';
import { FRAME_TYPE } from '../../../wire/terminal/frameTypes.ts';
import { encodeResize, type TermSize } from '../../../wire/terminal/resize.ts';
import type { TerminalSocket } from './TerminalConnection.ts';

type Early = { clusterId: string; params: ConnectParams; socket: WebSocket; kept: Event[] };

/** After this time the socket is closed, so that a page that fails to start leaves no shell behind. */
const KEPT_MS = 30_000;

/** Close code for a normal end. */
const NORMAL = 1000;

declare global {
  interface Window {
    /** The script that opens the socket shares no modules with the code that takes it. */
    posternEarlySocket?: Early | undefined;
  }
}

/** Keeps a socket and its messages until the session for it takes them. */
export function keepEarlySocket(clusterId: string, params: ConnectParams, socket: WebSocket): void {
  const kept: Early['kept'] = [];
  socket.onmessage = socket.onclose = (event: Event) => void kept.push(event);
  const early = (window.posternEarlySocket = { clusterId, params, socket, kept });
  setTimeout(() => {
    if (window.posternEarlySocket === early) socket.close(NORMAL);
  }, KEPT_MS);
}

/**
 * Returns the kept socket once, if it belongs to this target. Its messages so far are replayed to the handlers, which
 * the caller must set synchronously.
 */
export function takeEarlySocket(clusterId: string, params: ConnectParams): TerminalSocket | undefined {
  const early = window.posternEarlySocket;
  if (!early || early.clusterId !== clusterId || !isSameTarget(early.params, params)) return undefined;
  window.posternEarlySocket = undefined;
  const { socket, kept } = early;
  socket.onmessage = socket.onclose = null;
  queueMicrotask(() => {
    for (const event of kept) {
      if (event instanceof MessageEvent) socket.onmessage?.(event);
      else if (event instanceof CloseEvent) socket.onclose?.(event);
    }
  });
  if (!isSameSize(early.params.size, params.size)) sendSize(socket, params.size);
  return socket;
}

const isSameTarget = (one: ConnectParams, other: ConnectParams): boolean =>
  one.kind === 'new' && other.kind === 'new' && one.serverId === other.serverId && one.login === other.login;

const isSameSize = (one: TermSize, other: TermSize): boolean => one.cols === other.cols && one.rows === other.rows;

/** Sends the size again, since the window or the font may have changed after the socket was opened. */
function sendSize(socket: WebSocket, size: TermSize): void {
  const send = () => socket.send(encodeEnvelope(FRAME_TYPE.resize, encodeResize(size), 'client'));
  if (socket.readyState === WebSocket.OPEN) send();
  else socket.addEventListener('open', send, { once: true });
}
