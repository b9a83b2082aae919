import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { endAllWebSessions, endOtherWebSessions, endWebSession, type WebSession } from '../../api/webSessions.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { plural } from '../../lib/numbers.ts';
import { useWebSessions } from '../../resources/webSessions/useWebSessions.ts';
import { WebSessionTable, sessionName } from '../../resources/webSessions/WebSessionTable.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { toasts } from '../../ui/toasts.ts';
import styles from './account.module.css';
import { SectionStatus } from './SectionStatus.tsx';

type Props = {
  /** Signs this browser out and leaves the page. */
  onSignOut: () => Promise<void>;
  /** The server has already ended this browser's session. */
  onSignedOut: () => void;
};

type Question = 'none' | 'current' | 'others' | 'everywhere';

/** The user's sign-ins, each with a button to sign out. */
export function SessionsSection({ onSignOut, onSignedOut }: Props) {
  const { sessions, error, readAtMs, reload, drop } = useWebSessions(undefined);
  const [question, setQuestion] = useState<Question>('none');
  const [ending, setEnding] = useState<string>();
  const [failure, setFailure] = useState<{ session: WebSession; error: unknown }>();
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const close = () => setQuestion('none');
  const unread = sessions ? undefined : 'Your sessions are not loaded yet';

  const end = async (session: WebSession) => {
    if (session.isCurrent) return setQuestion('current');
    if (ending !== undefined) return;
    setEnding(session.id);
    setFailure(undefined);
    try {
      await endWebSession(undefined, session.id).finally(reload);
      drop(({ id }) => id === session.id);
      toasts.show({ text: `${sessionName(session)} signed out` });
    } catch (failed) {
      setFailure({ session, error: failed });
    } finally {
      setEnding(undefined);
    }
  };
  const endOthers = async () => {
    await endOtherWebSessions().finally(reload);
    drop(({ isCurrent }) => !isCurrent);
    toasts.show({ text: `${plural(others, 'session')} signed out` });
  };

  return (
    <>
      <div className={styles.content}>
        {failure && <NotEnded {...failure} />}
        {error && <NotRead error={error} hasRows={sessions !== undefined} onAgain={reload} />}
        <section className={styles.section} aria-labelledby="account-sessions">
          <div className={styles.sectionHead}>
            <div>
              <h2 id="account-sessions">Sessions</h2>
              <p>Browsers where you are signed in. If you do not know one, sign it out and change your password.</p>
            </div>
            <div className={styles.headActions}>
              <Button
                off={unread ?? (others === 0 ? 'There are no other sessions' : undefined)}
                onClick={() => setQuestion('others')}
              >
                Sign out all others
              </Button>
              <Button kind="quietDanger" off={unread} onClick={() => setQuestion('everywhere')}>
                Sign out everywhere
              </Button>
            </div>
          </div>
          {sessions === undefined && !error && <Reading />}
          {sessions && (
            <WebSessionTable
              label="Sessions"
              sessions={sessions}
              ending={ending}
              onSignOut={(session) => void end(session)}
            />
          )}
        </section>
      </div>
      <SectionStatus>
        <span>{sessions ? plural(sessions.length, 'session') : 'Loading'}</span>
        {sessions && (
          <span className="t3">
            Loaded <Time date={new Date(readAtMs)} show="time" />
          </span>
        )}
      </SectionStatus>
      {question === 'current' && (
        <ConfirmDialog
          title="Sign out of this session?"
          cancelLabel="Stay signed in"
          act="Sign out"
          acting="Signing out"
          onAct={onSignOut}
          onClose={close}
        >
          <p>This browser goes to the login page. Its open terminals, commands and file transfers end.</p>
        </ConfirmDialog>
      )}
      {question === 'others' && (
        <ConfirmDialog
          title={`Sign out ${plural(others, 'other session')}?`}
          cancelLabel="Keep sessions"
          act={`Sign out ${plural(others, 'session')}`}
          acting="Signing out"
          destroys
          onAct={endOthers}
          onClose={close}
        >
          <p>You stay signed in here. Open terminals, commands and file transfers of the other sessions end at once.</p>
        </ConfirmDialog>
      )}
      {question === 'everywhere' && (
        <ConfirmDialog
          title="Sign out everywhere?"
          cancelLabel="Keep sessions"
          act="Sign out everywhere"
          acting="Signing out"
          destroys
          onAct={() => endAllWebSessions(undefined)}
          onDone={onSignedOut}
          onClose={close}
        >
          <p>
            {others === 0
              ? 'You have 1 session, this one. It ends'
              : `All ${others + 1} sessions end, including this one`}
            , and this browser goes to the login page. Open terminals, commands and file transfers end at once.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function NotEnded({ session, error }: { session: WebSession; error: unknown }) {
  const isUnknown = mayBeDone(error);
  return (
    <ErrorNote
      what={`${isUnknown ? 'It is unknown whether ' : ''}${sessionName(session)} was ${isUnknown ? '' : 'not '}signed out`}
      {...describeFailure(error)}
      {...(!isUnknown && { safe: 'Nothing was changed' })}
    />
  );
}

const NotRead = ({ error, hasRows, onAgain }: { error: unknown; hasRows: boolean; onAgain: () => void }) => (
  <ErrorNote
    what="Your sessions could not be loaded"
    {...describeFailure(error)}
    {...(hasRows && { safe: 'The list below was loaded earlier' })}
    actions={<Button onClick={onAgain}>Try again</Button>}
  />
);

const Reading = () => (
  <div className={styles.none} role="status">
    <span className="vh">Loading your sessions</span>
    <Skeleton width={180} />
  </div>
);
