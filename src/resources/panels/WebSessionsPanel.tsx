import { useState } from 'react';
import { Link } from 'react-router-dom';
import { can } from '../../api/can.ts';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import { fillPath } from '../../api/urls.ts';
import { endAllWebSessions, endWebSession, type WebSession } from '../../api/webSessions.ts';
import { plural } from '../../lib/numbers.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useMedia, PHONE } from '../../ui/useMedia.ts';
import { WEB_SESSIONS } from '../../wire/config.ts';
import { SheetSection } from '../forms/SheetSection.tsx';
import { useUser } from '../useUser.ts';
import { useWebSessions } from '../webSessions/useWebSessions.ts';
import { WebSessionTable, sessionName } from '../webSessions/WebSessionTable.tsx';
import type { PanelProps } from '../forms/form.ts';

/** The web sessions of a user, for administrators of users. Absent for a user who is not saved yet. */
export default function WebSessionsPanel({ id: user }: PanelProps) {
  const self = useUser();
  if (!config.extensions.includes(WEB_SESSIONS) || user === undefined) return null;
  if (user === self.username)
    return (
      <SheetSection title="Sessions">
        <p className="t2">
          This is your own account.{' '}
          <Link className="link" to={fillPath('/account/sessions')}>
            Manage your sessions
          </Link>
        </p>
      </SheetSection>
    );
  const missing = (['list', 'read'] as const).map((verb) => can(self.acl, 'users', verb)).find(({ ok }) => !ok);
  if (missing?.ok === false)
    return (
      <SheetSection title="Sessions">
        <p className="t3">{missing.why}</p>
      </SheetSection>
    );
  const mayEnd = can(self.acl, 'users', 'edit');
  return <SessionsOf user={user} off={mayEnd.ok ? undefined : mayEnd.why} />;
}

/** If there are more sessions, only the most recently active ones are shown at first. */
const SHOWN = 10;

type Question = { kind: 'one'; session: WebSession } | { kind: 'all' };

function SessionsOf({ user, off }: { user: string; off: string | undefined }) {
  const { sessions, error, reload, drop } = useWebSessions(user);
  const [question, setQuestion] = useState<Question>();
  const [isWhole, setIsWhole] = useState(false);
  const isPhone = useMedia(PHONE);
  const count = sessions?.length ?? 0;
  const close = () => setQuestion(undefined);

  const endOne = async (session: WebSession) => {
    await endWebSession(user, session.id).finally(reload);
    drop(({ id }) => id === session.id);
    toasts.show({ text: `${user} signed out of ${sessionName(session)}` });
  };
  const endAll = async () => {
    await endAllWebSessions(user).finally(reload);
    drop(() => true);
    toasts.show({ text: `${user} signed out everywhere` });
  };

  return (
    <SheetSection
      title="Sessions"
      end={
        count > 0 && (
          <Button
            kind="quietDanger"
            size={isPhone ? 'form' : 'inline'}
            off={off}
            onClick={() => setQuestion({ kind: 'all' })}
          >
            Sign out everywhere
          </Button>
        )
      }
    >
      {error && (
        <ErrorNote
          what={`The sessions of ${user} could not be loaded`}
          {...describeFailure(error)}
          actions={<Button onClick={reload}>Try again</Button>}
        />
      )}
      {!sessions && !error && <Skeleton width="60%" />}
      {sessions && count === 0 && <p className="t3">{`No sessions. ${user} is not signed in.`}</p>}
      {sessions && count > 0 && (
        <WebSessionTable
          label={`Sessions of ${user}`}
          sessions={isWhole ? sessions : sessions.slice(0, SHOWN)}
          ending={undefined}
          off={off}
          onSignOut={(session) => setQuestion({ kind: 'one', session })}
        />
      )}
      {count > SHOWN && !isWhole && (
        <div>
          <Button kind="quiet" onClick={() => setIsWhole(true)}>{`Show all ${count} sessions`}</Button>
        </div>
      )}
      {question && (
        <ConfirmDialog
          title={
            question.kind === 'one'
              ? `Sign ${user} out of ${sessionName(question.session)}?`
              : `Sign ${user} out everywhere?`
          }
          cancelLabel={question.kind === 'one' ? 'Keep session' : 'Keep sessions'}
          act={question.kind === 'one' ? 'Sign out' : 'Sign out everywhere'}
          acting="Signing out"
          destroys
          onAct={() => (question.kind === 'one' ? endOne(question.session) : endAll())}
          onClose={close}
        >
          <p>
            {question.kind === 'one' ? 'This session ends' : `${plural(count, 'session')} end${count === 1 ? 's' : ''}`}{' '}
            at once, with open terminals, commands and file transfers. {user} can sign in again. To prevent that, lock
            the user.
          </p>
        </ConfirmDialog>
      )}
    </SheetSection>
  );
}
