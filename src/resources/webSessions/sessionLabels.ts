import type { WebSession } from '../../api/webSessions.ts';
import type { IconName } from '../../ui/plain/Icon.tsx';
import type { SignInMethod } from '../../wire/webSessions.ts';

export const sessionName = ({ client }: WebSession): string => client || 'Unknown browser';

const METHODS: Readonly<Record<SignInMethod, string>> = {
  password: 'password',
  otp: 'password and code',
  key: 'password and security key',
  passkey: 'passkey',
  link: 'invitation or reset link',
  sso: 'single sign-on',
};

/** How the user signed in; undefined where it is not known, or by a method that this console does not know. */
export function methodLabel({ method, connector }: WebSession): string | undefined {
  if (method === 'sso' && connector) return `${METHODS.sso} (${connector})`;
  return Object.entries(METHODS).find(([known]) => known === method)?.[1];
}

const SYSTEM = / on (.+)$/;
const HANDHELDS = ['Android', 'iOS', 'iPadOS'];

/** Programs without a window name no operating system. */
export function sessionIcon({ client }: WebSession): IconName {
  if (client === '') return 'circle-question-mark';
  const system = SYSTEM.exec(client)?.[1];
  if (system === undefined) return 'terminal';
  return HANDHELDS.includes(system) ? 'smartphone' : 'monitor';
}
