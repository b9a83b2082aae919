import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { fetchActiveSessions, type ActiveSession } from '../api/activeSessions.ts';
import { describeFailure, isApiError } from '../api/errors.ts';
import { DesktopExports } from '../sessions/playback/desktop/DesktopExports.ts';
import { DesktopPlayer } from '../sessions/playback/desktop/DesktopPlayer.ts';
import { EventsPanel } from '../sessions/playback/desktop/EventsPanel.tsx';
import { Exports } from '../sessions/playback/export/Exports.ts';
import { PlayerPage } from '../sessions/playback/page/PlayerPage.tsx';
import { TranscriptPanel } from '../sessions/playback/page/TranscriptPanel.tsx';
import { TerminalPlayer } from '../sessions/playback/terminal/TerminalPlayer.ts';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { EmptyText } from '../ui/EmptyText.tsx';
import { Button, ButtonLink } from '../ui/plain/Button.tsx';
import { Waiting } from '../ui/plain/Waiting.tsx';
import { parseMoment } from '../wire/recording/moment.ts';
import { href, paths } from './paths.ts';
import styles from './PlayerRoute.module.css';

const TYPES = ['ssh', 'k8s', 'desktop'];

/** `/web/cluster/{site}/session/{sid}?recordingType=ssh#t=1m30s`: another recording is another player. */
export default function PlayerRoute() {
  const { clusterId = '', sid = '' } = useParams();
  const [search] = useSearchParams();
  const type = search.get('recordingType') ?? '';
  const backHref = href(paths.recordings({ clusterId }));
  if (!TYPES.includes(type))
    return (
      <Message backHref={backHref} title="This recording cannot be played">
        “{type}” is not a type of recording. Use recordingType=ssh, k8s or desktop in the address.
      </Message>
    );
  const place = { clusterId, sid, backHref };
  const key = `${clusterId}/${sid}`;
  if (type !== 'desktop') return <Attempts key={key} play={(onAgain) => <Terminal {...place} onAgain={onAgain} />} />;
  const durationMs = search.get('durationMs') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(durationMs))
    return (
      <Message backHref={backHref} title="This recording cannot be played">
        The address of a desktop’s recording must have its length in milliseconds, such as durationMs=60000. Open it
        from the list.
      </Message>
    );
  return (
    <Attempts key={key} play={(onAgain) => <Desktop {...place} durationMs={Number(durationMs)} onAgain={onAgain} />} />
  );
}

const momentOf = (hash: string): number | undefined => {
  const text = new URLSearchParams(hash.slice(1)).get('t');
  return text === null ? undefined : parseMoment(text);
};

type PlaceProps = { clusterId: string; sid: string; backHref: string };

/** Each attempt has a player of its own. */
function Attempts({ play }: { play: (onAgain: () => void) => ReactNode }) {
  const [attempt, setAttempt] = useState(0);
  return <Fragment key={attempt}>{play(() => setAttempt(attempt + 1))}</Fragment>;
}

type PlayingProps = PlaceProps & { onAgain: () => void };

function Terminal({ clusterId, sid, backHref, onAgain }: PlayingProps) {
  const [player] = useState(() => new TerminalPlayer({ clusterId, sid }, momentOf(location.hash)));
  const [exports] = useState(() => new Exports(player));
  usePlayer(player);
  return (
    <PlayerPage
      player={player}
      exports={exports}
      backHref={backHref}
      panel={(searches, onHit) => <TranscriptPanel player={player} calls={searches} onHit={onHit} />}
      failure={(error) => <Failure {...{ clusterId, sid, backHref, error, onAgain }} />}
    />
  );
}

function Desktop({ clusterId, sid, backHref, durationMs, onAgain }: PlayingProps & { durationMs: number }) {
  const [player] = useState(() => new DesktopPlayer({ clusterId, sid }, durationMs, momentOf(location.hash)));
  const [exports] = useState(() => new DesktopExports(player));
  usePlayer(player);
  return (
    <PlayerPage
      player={player}
      exports={exports}
      backHref={backHref}
      panel={() => <EventsPanel player={player} />}
      failure={(error) => <Failure {...{ clusterId, sid, backHref, error, onAgain }} />}
    />
  );
}

/** Starts the player, and follows the moment of the address. */
function usePlayer(player: TerminalPlayer | DesktopPlayer): void {
  useEffect(() => {
    void player.start();
    const follow = () => {
      const ms = momentOf(location.hash);
      if (ms !== undefined) player.controller.seek(ms);
    };
    window.addEventListener('hashchange', follow);
    return () => {
      window.removeEventListener('hashchange', follow);
      player.dispose();
    };
  }, [player]);
}

type FailureProps = PlaceProps & { error: unknown; onAgain: () => void };

/** Where there is no recording yet, the session may still run: then one can watch it. */
function Failure({ clusterId, sid, backHref, error, onAgain }: FailureProps) {
  const isMissing = isApiError(error, 404);
  const running = useRunning(clusterId, sid, isMissing);
  if (isMissing && running === undefined) return <Waiting>Looking for the session</Waiting>;
  if (isMissing && running)
    return (
      <Message
        backHref={backHref}
        title="This session is still running"
        actions={running.participantModes.map((mode) => (
          <ButtonLink
            key={mode}
            icon={mode === 'observer' ? 'eye' : 'terminal'}
            href={`${href(paths.consoleSession({ clusterId, sid }))}?mode=${mode}`}
          >
            {mode === 'observer' ? 'Watch live' : `Join as ${mode}`}
          </ButtonLink>
        ))}
      >
        Its recording can be played some seconds after it has ended.
      </Message>
    );
  if (isMissing)
    return (
      <Message
        backHref={backHref}
        title="There is no such recording"
        actions={<Button onClick={onAgain}>Try again</Button>}
      >
        The session has no recording, its recording was removed, or it ended a moment ago.
      </Message>
    );
  return (
    <Message backHref={backHref} title="This recording could not be loaded">
      <ErrorNote
        what="The events of the recording were not loaded"
        {...describeFailure(error)}
        safe="The recording is kept"
        actions={<Button onClick={onAgain}>Try again</Button>}
      />
    </Message>
  );
}

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

const Message = ({ backHref, title, actions, children }: MessageProps) => (
  <main className={styles.message}>
    <h1 className="vh">Session player</h1>
    <EmptyText
      icon="circle-play"
      title={title}
      actions={
        <>
          {actions}
          <ButtonLink href={backHref} icon="arrow-left">
            Recordings
          </ButtonLink>
        </>
      }
    >
      {children}
    </EmptyText>
  </main>
);
