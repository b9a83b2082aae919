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

/** A recording, and where its list is. */
export type RecordingProps = { clusterId: string; sid: string; backHref: string };

/** What a followed session hands over to the player that comes after it. */
export type Handover = {
  /** The recording shows the moment that is so long before its end first, and does not play by itself. */
  fromEndMs?: number;
  query?: SearchQuery | undefined;
};

/** Each attempt to play has a player of its own. */
export type AttemptProps = {
  handover: Handover;
  onAgain: (handover?: Handover) => void;
};

type FailureProps = RecordingProps & {
  error: unknown;
  onAgain: () => void;
  /** Follows a running session on this page; absent: its kind cannot be followed. */
  follow?: (session: ActiveSession) => ReactNode;
};

/** Where there is no recording yet, the session may still run: then one can watch it. */
export function PlayerFailure({ clusterId, sid, backHref, error, onAgain, follow }: FailureProps) {
  const isMissing = isApiError(error, 404);
  // Who may not read recordings may watch sessions all the same.
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
        safe="The recording is kept"
        actions={<Button onClick={() => onAgain()}>Try again</Button>}
      />
    </PlayerMessage>
  );
}

/** The ways to take part in the terminal. */
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

/** The session while it runs; null: it does not, or may not be seen. */
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
