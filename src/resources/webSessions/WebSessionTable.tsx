import type { WebSession } from '../../api/webSessions.ts';
import { Tag } from '../../ui/Chips.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import { Time } from '../../ui/Time.tsx';
import type { SignInMethod } from '../../wire/webSessions.ts';
import styles from './WebSessionTable.module.css';

type Props = {
  label: string;
  sessions: readonly WebSession[];
  /** The session that is being signed out. */
  ending: string | undefined;
  /** Why none can be signed out. */
  off?: string | undefined;
  onSignOut: (session: WebSession) => void;
};

/** Web sessions with what distinguishes them. If there is little room, a row takes several lines. */
export const WebSessionTable = ({ label, sessions, ending, off, onSignOut }: Props) => (
  <div className={styles.room}>
    <table className={styles.sessions} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Session</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last active</th>
          <th scope="col">Expires</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <th scope="row">
              <div className={styles.session}>
                <Icon name={sessionIcon(session)} />
                <span className="row g8 slim t1 strong">
                  <span className="cut">{sessionName(session)}</span>
                  {session.isCurrent && <Tag>This session</Tag>}
                </span>
                <span className="breaks t3 small">
                  {[session.address, methodLabel(session)].filter(Boolean).join(', ')}
                </span>
              </div>
            </th>
            <td>
              <span className={styles.inLine}>Signed in </span>
              <Time date={session.createdDate} />
            </td>
            <td>
              <span className={styles.inLine}>Last active </span>
              <Time date={session.lastActiveDate} />
            </td>
            <td>
              <span className={styles.inLine}>Expires </span>
              <Time date={session.expiresDate} />
            </td>
            <td className={styles.act}>
              <Button
                kind="quiet"
                size="inline"
                aria-label={`Sign out ${sessionName(session)}${session.isCurrent ? ', this session' : ''}`}
                off={off}
                busy={session.id === ending ? 'Signing out' : undefined}
                onClick={() => onSignOut(session)}
              >
                Sign out
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const sessionName = ({ client }: WebSession): string => client || 'Unknown browser';

const METHODS: Readonly<Record<SignInMethod, string>> = {
  password: 'password',
  otp: 'password and code',
  key: 'password and security key',
  passkey: 'passkey',
  link: 'invitation or reset link',
  sso: 'single sign-on',
};

/** How the user signed in. Undefined if the method is unknown to the server or to this console. */
function methodLabel({ method, connector }: WebSession): string | undefined {
  if (method === 'sso' && connector) return `${METHODS.sso} (${connector})`;
  return Object.entries(METHODS).find(([methodName]) => methodName === method)?.[1];
}

const SYSTEM = / on (.+)$/;
const HANDHELDS = ['Android', 'iOS', 'iPadOS'];

/** Programs without a window report no operating system. */
function sessionIcon({ client }: WebSession): IconName {
  if (client === '') return 'circle-question-mark';
  const system = SYSTEM.exec(client)?.[1];
  if (system === undefined) return 'terminal';
  return HANDHELDS.includes(system) ? 'smartphone' : 'monitor';
}
