// The steps that test a desktop: access, the connection, and a sign-in. An extension (http-resources §13.3).
import { textAt } from '../../src/lib/json.ts';
import { parseHostAddress, RDP_PORT, VNC_PORT } from '../config/hostAddress.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest } from '../http/failures.ts';
import { accountOf } from '../inventory/desktopAccount.ts';
import type { Entry } from '../inventory/entry.ts';
import { throughOf } from '../ssh/throughServer.ts';
import { TargetError } from '../terminal/target.ts';
import { requireFactor, requireUnlocked, requireVisible, tooSlow, type Tester } from './judged.ts';
import type { TestRequest } from './testRequest.ts';
import { StepFailure, type Step } from './traces.ts';

export type DesktopParts = Pick<Gateway, 'stores' | 'hostId' | 'locks' | 'dialer' | 'desktops'> & {
  report: (error: unknown) => void;
};

export function desktopSteps(parts: DesktopParts, tester: Tester, request: TestRequest): Step[] {
  const { locks, dialer, desktops, report } = parts;
  const { name, login, timeoutMs } = request;
  const { access } = tester.caller;
  if (login === '') throw badRequest('missing required parameter Windows Login');
  const slow = tooSlow(timeoutMs);
  let entry: Entry;

  return [
    {
      proves: ['RBAC_DESKTOP'],
      run() {
        entry = requireVisible(parts, tester, 'windows_desktop', name);
        const verdict = access.resource('windows_desktop', entry.labels, { login });
        if (!verdict.ok)
          throw new StepFailure(
            'RBAC_DESKTOP',
            `Your roles do not allow the login "${login}" on this desktop. Add it to the windows_desktop_logins of a role or of your user.`,
            verdict.message,
          );
        const account = accountOf(entry.connect);
        if (account !== undefined && account !== login)
          throw new StepFailure(
            'RBAC_DESKTOP',
            `The desktop can be opened as "${account}" only. Test it with that login.`,
            `${name} can be opened as ${account} only`,
          );
        requireUnlocked(locks, tester, 'RBAC_DESKTOP', { login, windowsDesktop: name });
        requireFactor(access.requiresSessionMfa('windows_desktop', entry.labels, { login }), tester, 'RBAC_DESKTOP');
      },
    },
    {
      proves: ['CONNECTIVITY'],
      async run(signal) {
        const addr = textAt(entry.document.spec, 'addr');
        const address = parseHostAddress(addr, entry.connect.via === 'rdp' ? RDP_PORT : VNC_PORT);
        const fail = (cause: string) =>
          new StepFailure(
            'CONNECTIVITY',
            'The gateway cannot connect to the desktop. Check its address, that its VNC or RDP server runs, and that a firewall allows the connection.',
            cause,
          );
        if (!address) throw fail(`${addr || 'nothing'} is not an address`);
        try {
          (await dialer.dial(address, throughOf(entry.connect), signal)).on('error', () => undefined).destroy();
        } catch (error) {
          if (!(error instanceof TargetError)) throw error;
          throw fail(signal.aborted ? slow : error.message);
        }
      },
    },
    {
      proves: ['DESKTOP_LOGIN'],
      async run(signal) {
        try {
          await desktops.test(entry, signal);
        } catch (error) {
          if (!(error instanceof TargetError)) throw error;
          if (error.forLog !== undefined) report(error);
          throw new StepFailure(
            'DESKTOP_LOGIN',
            'The gateway cannot sign in at the desktop. Check the user, the password and the certificate in its connection settings.',
            signal.aborted ? slow : error.message,
          );
        }
      },
    },
  ];
}
