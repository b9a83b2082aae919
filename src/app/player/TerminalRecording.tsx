import { useMemo } from 'react';
import { Exports } from '../../sessions/playback/export/Exports.ts';
import { PlayerPage } from '../../sessions/playback/page/PlayerPage.tsx';
import { TranscriptPanel } from '../../sessions/playback/page/TranscriptPanel.tsx';
import { PlayerFailure, type RecordingProps } from './PlayerFailure.tsx';
import { takePlayer } from './openPlayer.ts';
import { usePlayer } from './usePlayer.ts';

/** The player of a recorded terminal. */
export default function TerminalRecording(props: RecordingProps & { onAgain: () => void }) {
  const { clusterId, sid, backHref } = props;
  const player = usePlayer(() => takePlayer({ clusterId, sid }));
  const exports = useMemo(() => player && new Exports(player), [player]);
  if (!player || !exports) return null;
  return (
    <PlayerPage
      player={player}
      exports={exports}
      backHref={backHref}
      panel={(searches, onHit) => <TranscriptPanel player={player} calls={searches} onHit={onHit} />}
      failure={(error) => <PlayerFailure {...props} error={error} />}
    />
  );
}
