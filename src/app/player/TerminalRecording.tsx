import { useMemo } from 'react';
import { Exports } from '../../sessions/playback/export/Exports.ts';
import { PlayerPage } from '../../sessions/playback/page/PlayerPage.tsx';
import { RecordingActions } from '../../sessions/playback/page/RecordingActions.tsx';
import { TranscriptPanel } from '../../sessions/playback/page/TranscriptPanel.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { PlayerFailure, type AttemptProps, type RecordingProps } from './PlayerFailure.tsx';
import { takePlayer } from './openPlayer.ts';
import { usePlayer } from './usePlayer.ts';

const live = lazyComponent(() => import('./LiveRecording.tsx'), {
  name: 'The player of running sessions',
  waiting: <Waiting>Joining the session</Waiting>,
});

/** The player of a recorded terminal, and of an active session. */
export default function TerminalRecording(props: RecordingProps & AttemptProps) {
  const { clusterId, sid, backHref, handover } = props;
  const player = usePlayer(() => takePlayer({ clusterId, sid }, handover));
  const exports = useMemo(() => player && new Exports(player), [player]);
  if (!player || !exports) return null;
  return (
    <PlayerPage
      player={player}
      actions={<RecordingActions player={player} exports={exports} />}
      backHref={backHref}
      panel={(searches, onHit) => <TranscriptPanel player={player} calls={searches} onHit={onHit} />}
      failure={(error) => (
        <PlayerFailure {...props} error={error} follow={(session) => <live.Part {...props} session={session} />} />
      )}
    />
  );
}
