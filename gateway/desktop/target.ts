// What a desktop session connects to, and how a failure reaches the user.
import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';

export type DesktopTarget = {
  /** Where the VNC server listens. */
  address: { host: string; port: number } | { path: string };
  /** A socket that leads to the address through a server in between. */
  socket?: string;
  /** For VNC authentication or VeNCrypt Plain. */
  password?: string;
  user?: string;
  /**
   * PEM of the authority that must have signed the server's certificate. With it only VeNCrypt with X.509 certificates
   * is used. Without it the identity of the server is not checked.
   */
  tlsAuthority?: string;
};

export type LinkOptions = {
  /** The screen that the user wants. The server may refuse it. */
  size: ScreenSize;
  /** Id of a Windows keyboard layout, where the client announced one. */
  layout: number | undefined;
  /** The client paints the pointer itself. Otherwise the server paints it into the picture. */
  hasOwnPointer: boolean;
};

/** A failure whose message is for the user: what failed, why, and what to do. */
export class DesktopError extends Error {
  override name = 'DesktopError';
}

/** What a socket connects to: the address, or the socket that leads there. */
export const connectOptions = ({ host, port, socket }: { host: string; port: number; socket?: string | undefined }) =>
  socket === undefined ? { host, port } : { path: socket };

/** The server runs on the machine of the gateway. */
export const isLocal = ({ address, socket }: DesktopTarget): boolean =>
  'path' in address || (socket === undefined && /^(127\.[\d.]+|::1|localhost)$/.test(address.host));

/** How messages name the server. */
export const serverName = ({ address }: DesktopTarget): string =>
  'path' in address ? 'the display of the RDP session' : `the VNC server at ${address.host}:${address.port}`;

const REMOTE_TEXT_MAX = 300;

/** A text of a remote computer, fit for a message: one line, without control characters. */
export const remoteText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, REMOTE_TEXT_MAX);
