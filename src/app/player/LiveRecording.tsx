import { useEffect, useEffectEvent } from 'react';
import type { ActiveSession } from '../../api/activeSessions.ts';
import { pingServer } from '../../api/auth.ts';
import { describeFailure } from '../../api/errors.ts';
import { explainConnect, openTerminalSocket } from '../../api/sockets.ts';
import { systemClock } from '../../lib/clock.ts';
import { LivePlayer } from '../../sessions/playback/live/LivePlayer.ts';
import { PlayerPage } from '../../sessions/playback/page/PlayerPage.tsx';
import { TranscriptPanel } from '../../sessions/playback/page/TranscriptPanel.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { useStore } from '../../ui/useStore.ts';
import { PlayerMessage, SessionLinks, type AttemptProps, type RecordingProps } from './PlayerFailure.tsx';
import { usePlayer } from './usePlayer.ts';

type Props = RecordingProps & {
  session: ActiveSession;
  onAgain: AttemptProps['onAgain'];
};

/** A running session in the player: it is followed, and becomes its recording when it ends (streams §3.8). */
export default function LiveRecording({ clusterId, sid, backHref, session, onAgain }: Props) {
  const player = usePlayer(
    () =>
      new LivePlayer(
        { clusterId, sid },
        {
          open: (params) => openTerminalSocket(clusterId, params),
          explain: (params, signal) => explainConnect(clusterId, params, signal),
          pingServer,
          clock: systemClock,
        },
      ),
  );
  if (!player) return null;
  const links = <SessionLinks clusterId={clusterId} session={session} />;
  return (
    <>
      <WhenOver player={player} onAgain={onAgain} />
      <PlayerPage
        player={player}
        backHref={backHref}
        actions={
          <>
            <LiveMark player={player} />
            {links}
          </>
        }
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

/** Whether the picture is that of the present, and the way back to it. */
function LiveMark({ player }: { player: LivePlayer }) {
  const { isLive } = useStore(player.controller.state);
  if (isLive) return <StateMark kind="ok">Live</StateMark>;
  return (
    <Button icon="fast-forward" onClick={() => player.controller.goLive()}>
      Go to live
    </Button>
  );
}

/** Opens the recording, or follows anew where the player keeps no more. */
function WhenOver({ player, onAgain }: { player: LivePlayer; onAgain: Props['onAgain'] }) {
  const over = useStore(player.over);
  const again = useEffectEvent(onAgain);
  useEffect(() => {
    if (over !== undefined) again(over === 'ended');
  }, [over]);
  return null;
}
