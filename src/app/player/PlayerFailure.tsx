import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { fetchActiveSessions, JOIN_LABELS, type ActiveSession } from '../../api/activeSessions.ts';
import { can } from '../../api/can.ts';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { knownUserContext, subscribeUserContext } from '../../api/userContext.ts';
import type { SearchQuery } from '../../sessions/playback/TranscriptSearch.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { Button, ButtonLink } from '../../ui/plain/Button.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { href, paths } from '../paths.ts';
import styles from './PlayerFailure.module.css';

/** A recording, and the address of its list. */
export type RecordingProps = { clusterId: string; sid: string; backHref: string };

/** State that the live player passes to the next player. */
export type Handover = {
  /** The recording first shows the moment this long before its end, and does not start playing. */
  fromEndMs?: number;
  query?: SearchQuery | undefined;
};

/** Each attempt to play creates a new player. */
export type AttemptProps = {
  handover: Handover;
  onAgain: (handover?: Handover) => void;
};

type FailureProps = RecordingProps & {
  error: unknown;
  onAgain: () => void;
  /** Follows an active session on this page. Absent: its kind cannot be followed. */
  follow?: (session: ActiveSession) => ReactNode;
};

/** Without a recording, the session may still be active: the user can then watch it. */
export function PlayerFailure({ clusterId, sid, backHref, error, onAgain, follow }: FailureProps) {
  const isMissing = isApiError(error, 404);
  // Users who may not read recordings may still watch sessions.
  const mayRun = isMissing || isApiError(error, 403);
  const running = useRunning(clusterId, sid, mayRun);
  if (mayRun && running === undefined) return <Waiting>Looking for the session</Waiting>;
  if (running && follow && running.participantModes.includes('observer')) return follow(running);
  if (isMissing && running)
    return (
      <PlayerMessage
        backHref={backHref}
        title="This session is still running"
        actions={<SessionLinks clusterId={clusterId} session={running} />}
      >
        Its recording can be played some seconds after it has ended.
      </PlayerMessage>
    );
  if (isMissing)
    return (
      <PlayerMessage
        backHref={backHref}
        title="There is no such recording"
        actions={<Button onClick={() => onAgain()}>Try again</Button>}
      >
        The session has no recording that can be played, its recording was removed, or it ended a moment ago.
      </PlayerMessage>
    );
  return (
    <PlayerMessage backHref={backHref} title="This recording could not be loaded">
      <ErrorNote
        what="The events of the recording were not loaded"
        {...describeFailure(error)}
        actions={<Button onClick={() => onAgain()}>Try again</Button>}
      />
    </PlayerMessage>
  );
}

/** Links for each participant mode in the terminal. */
export const SessionLinks = ({ clusterId, session }: { clusterId: string; session: ActiveSession }) =>
  session.participantModes.map((mode) => (
    <ButtonLink
      key={mode}
      icon={JOIN_LABELS[mode].icon}
      href={`${href(paths.consoleSession({ clusterId, sid: session.sid }))}?mode=${mode}`}
    >
      {mode === 'observer' ? 'Watch in the terminal' : `Join as ${mode}`}
    </ButtonLink>
  ));

/** The session while it is active. null: it is not active, or the user may not see it. */
function useRunning(clusterId: string, sid: string, isAsked: boolean): ActiveSession | null | undefined {
  const [found, setFound] = useState<ActiveSession | null>();
  useEffect(() => {
    if (!isAsked) return;
    const abort = new AbortController();
    fetchActiveSessions(clusterId, abort.signal).then(
      (sessions) => setFound(sessions.find((session) => session.sid === sid) ?? null),
      () => setFound(null),
    );
    return () => abort.abort();
  }, [clusterId, sid, isAsked]);
  return found;
}

type MessageProps = { backHref: string; title: string; actions?: ReactNode; children: ReactNode };

export function PlayerMessage({ backHref, title, actions, children }: MessageProps) {
  const user = useSyncExternalStore(subscribeUserContext, knownUserContext);
  const mayList = !user || can(user.acl, 'recordedSessions', 'list').ok;
  return (
    <main className={styles.message}>
      <h1 className="vh">Session player</h1>
      <EmptyText
        icon="circle-play"
        title={title}
        actions={
          <>
            {actions}
            <ButtonLink href={mayList ? backHref : href(paths.root())} icon="arrow-left">
              {mayList ? 'Recordings' : 'Open the console'}
            </ButtonLink>
          </>
        }
      >
        {children}
      </EmptyText>
    </main>
  );
}
