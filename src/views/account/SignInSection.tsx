import { Link } from 'react-router-dom';
import type { UserContext } from '../../api/userContext.ts';
import { formatDuration } from '../../lib/dates.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './account.module.css';
import { SectionStatus } from './SectionStatus.tsx';
import { Preference, PreferenceList } from './Preference.tsx';
import { useQuery } from '@tanstack/react-query';
import { fetchOwnRoles } from '../../api/account.ts';
import { describeFailure } from '../../api/errors.ts';
import { can } from '../../api/can.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';

type SignIn = {
  /** Absolute end. Undefined until a renewal has returned it. */
  endsAt: Date | undefined;
  leftMs: number;
  /** The time of the last renewal by the server. */
  renewedAt: Date | undefined;
  /** The session ends after this time without activity. 0: never. */
  inactiveMs: number;
};

type Props = {
  user: UserContext;
  signIn: SignIn;
  /** The page with all sessions. Undefined if the cluster does not list them. */
  sessionsTo: string | undefined;
  onSignInAgain: () => void;
  onSignOut: () => void;
};

/** The user, the end of the sign-in, and the permissions of the roles (specification §3). */
export function SignInSection({ user, signIn, sessionsTo, onSignInAgain, onSignOut }: Props) {
  const { endsAt, leftMs, renewedAt, inactiveMs } = signIn;
  return (
    <>
      <div className={styles.content}>
        <PreferenceList id="account-sign-in" title="Current sign-in" lead="The session of this browser.">
          <Preference label="User">
            {user.username}, {user.authType === 'sso' ? 'single sign-on' : 'local user'}
          </Preference>
          <RolesPreference user={user} />
          <Preference label="Until">
            {endsAt ? (
              <>
                <span>
                  <Time date={endsAt} />, {formatDuration(leftMs)} from now
                </span>
                <Button kind="quiet" size="inline" onClick={onSignInAgain}>
                  Sign in again now
                </Button>
              </>
            ) : (
              'Known after the next renewal'
            )}
          </Preference>
          <Preference label="Renewed" help="Automatically, while the page is open">
            {renewedAt ? <Time date={renewedAt} /> : 'Not yet'}
          </Preference>
          <Preference label="Without activity">
            {inactiveMs > 0 ? `Ends after ${formatDuration(inactiveMs)}` : 'Does not end'}
          </Preference>
          <Preference label="Desktops" help="As set by your roles">
            {desktopLabel(user)}
          </Preference>
          <Preference label="Other sessions">
            {sessionsTo === undefined ? (
              'Not listed: the cluster does not report other sessions. A lock on your user ends all of them.'
            ) : (
              <Link className="link" to={sessionsTo}>
                Show all your sessions
              </Link>
            )}
          </Preference>
          <Preference label="End session">
            <Button icon="log-out" onClick={onSignOut}>
              Sign out
            </Button>
          </Preference>
        </PreferenceList>
      </div>
      <SectionStatus>Signed in as {user.username}</SectionStatus>
    </>
  );
}

const desktopLabel = (user: UserContext): string => {
  const word = (isOn: boolean) => (isOn ? 'on' : 'off');
  return [
    `clipboard ${word(user.clipboardSharingEnabled)}`,
    `shared folders ${word(user.directorySharingEnabled)}`,
    `recording ${word(user.desktopSessionRecordingEnabled)}`,
  ].join(', ');
};

/**
 * The user context does not contain the role names. Users who may read users can look them up (http-auth §6.2, §10).
 */
function RolesPreference({ user }: { user: UserContext }) {
  const may = can(user.acl, 'users', 'read');
  const { data, error } = useQuery({
    queryKey: ['own roles', user.username],
    queryFn: ({ signal }) => fetchOwnRoles(user.username, signal),
    enabled: may.ok,
  });
  const missing = may.ok ? error && describeFailure(error).why : may.why;
  const words = missing ? `Not available. ${missing}` : data?.join(', ');
  return (
    <Preference label="Roles" help={serverBehaviour.ownRolesNote}>
      {words ?? 'Loading'}
    </Preference>
  );
}
