import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { ActiveSession } from '../../api/activeSessions.ts';
import { describeFailure } from '../../api/errors.ts';
import { explainConnect, openTerminalSocket, pingServer } from '../../api/sockets.ts';
import { systemClock } from '../../lib/clock.ts';
import { LivePlayer, type LiveEnd } from '../../sessions/playback/live/LivePlayer.ts';
import { PlayerPage } from '../../sessions/playback/page/PlayerPage.tsx';
import { TranscriptPanel } from '../../sessions/playback/page/TranscriptPanel.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { useStore } from '../../ui/useStore.ts';
import {
  PlayerMessage,
  SessionLinks,
  type AttemptProps,
  type Handover,
  type RecordingProps,
} from './PlayerFailure.tsx';
import { usePlayer } from './usePlayer.ts';

type Props = RecordingProps & {
  session: ActiveSession;
} & AttemptProps;

type Again = Pick<AttemptProps, 'onAgain'>;

/** An active session in the player: the player follows it, and shows its recording when it ends (streams §3.8). */
export default function LiveRecording({ clusterId, sid, backHref, session, handover, onAgain }: Props) {
  const player = usePlayer(() => {
    const opened = new LivePlayer(
      { clusterId, sid },
      {
        open: (params) => openTerminalSocket(clusterId, params),
        explain: (params, signal) => explainConnect(clusterId, params, signal),
        pingServer,
        clock: systemClock,
      },
    );
    if (handover.query) void opened.search.find(handover.query);
    return opened;
  });
  if (!player) return null;
  const links = <SessionLinks clusterId={clusterId} session={session} />;
  return (
    <>
      <WhenOver player={player} onAgain={onAgain} />
      <PlayerPage
        player={player}
        backHref={backHref}
        actions={<LiveActions player={player} links={links} onAgain={onAgain} />}
        panel={(searches, onHit) => <TranscriptPanel player={player} calls={searches} onHit={onHit} />}
        failure={(error) => (
          <PlayerMessage
            backHref={backHref}
            title="This session could not be followed"
            actions={
              <>
                <Button onClick={() => onAgain()}>Try again</Button>
                {links}
              </>
            }
          >
            {describeFailure(error).why}
          </PlayerMessage>
        )}
      />
    </>
  );
}

/** Whether the picture is live, and the button back to it, or to the recording after the end. */
export function LiveActions({ player, links, onAgain }: { player: LivePlayer; links: ReactNode } & Again) {
  const { isLive } = useStore(player.controller.state);
  const over = useStore(player.over);
  // One button in all states: a new element would lose the focus.
  return (
    <>
      {over !== undefined && (
        <span role="status">
          <StateMark kind="ended">{over === 'ended' ? 'The session has ended' : 'No more output is kept'}</StateMark>
        </span>
      )}
      <Button
        icon={over === undefined && !isLive ? 'fast-forward' : undefined}
        off={over === undefined && isLive ? 'The picture is the present one' : undefined}
        onClick={() => (over === undefined ? player.controller.goLive() : onAgain(handoverOf(player, over)))}
      >
        {over === 'ended' && 'Open the recording'}
        {over === 'full' && 'Follow it again'}
        {over === undefined && (isLive ? <StateMark kind="ok">Live</StateMark> : 'Go to live')}
      </Button>
      {over !== 'ended' && links}
    </>
  );
}

/** The same moment in the recording: both end with the same output. */
const handoverOf = ({ controller, timeline, search }: LivePlayer, over: LiveEnd): Handover => ({
  ...(over === 'ended' && { fromEndMs: Math.max(0, timeline.durationMs - controller.position.get()) }),
  query: search.query,
});

/**
 * Opens the recording, or follows the session again if the player has dropped its output. A user who looks at an
 * earlier moment stays there until they request it.
 */
export function WhenOver({ player, onAgain }: { player: LivePlayer } & Again) {
  const over = useStore(player.over);
  const { isLive } = useStore(player.controller.state);
  const again = useEffectEvent(onAgain);
  useEffect(() => {
    if (over !== undefined && isLive) again(handoverOf(player, over));
  }, [player, over, isLive]);
  return null;
}
