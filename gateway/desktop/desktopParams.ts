// The parameters of a request for the socket of a desktop (streams §5.1, §5.16).
import { isScreenSize, SCREEN_MAX, type ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import { USERNAME_BYTES_MAX } from '../../src/wire/desktop/sessionMessages.ts';

export type DesktopParams = {
  /** Account on the desktop. */
  login: string;
  size: ScreenSize;
  /** Whether the client supports this gateway's extensions. */
  extensions: boolean;
  /** Id of a Windows keyboard layout. */
  layout: number | undefined;
};

const DIGITS = /^\d{1,10}$/;

/** `query`: returns '' for missing parameters. The problem is a sentence for the user. */
export function parseDesktopParams(query: (name: string) => string): DesktopParams | { problem: string } {
  const login = query('username');
  const [width = 0, height = 0, layout = 0] = ['width', 'height', 'layout'].map((name) =>
    DIGITS.test(query(name)) ? Number(query(name)) : 0,
  );
  if (login === '') return { problem: 'The desktop was opened without a login. Select one in the list of desktops.' };
  if (Buffer.byteLength(login) > USERNAME_BYTES_MAX)
    return { problem: `The login is longer than ${USERNAME_BYTES_MAX} bytes. Select a shorter one.` };
  const size = { width, height };
  if (!isScreenSize(size))
    return { problem: `The screen must be between 1×1 and ${SCREEN_MAX}×${SCREEN_MAX} pixels. Resize the window.` };
  return { login, size, extensions: query('extensions') === '1', layout: layout || undefined };
}
