import { useMemo } from 'react';
import { DesktopExports } from '../../sessions/playback/desktop/DesktopExports.ts';
import { DesktopPlayer } from '../../sessions/playback/desktop/DesktopPlayer.ts';
import { EventsPanel } from '../../sessions/playback/desktop/EventsPanel.tsx';
import { PlayerPage } from '../../sessions/playback/page/PlayerPage.tsx';
import { RecordingActions } from '../../sessions/playback/page/RecordingActions.tsx';
import { PlayerFailure, type AttemptProps, type RecordingProps } from './PlayerFailure.tsx';
import { momentOfAddress } from '../../wire/recording/moment.ts';
import { usePlayer } from './usePlayer.ts';

/** The player of a recorded desktop. Not all servers send its length. */
export default function DesktopRecording(props: RecordingProps & AttemptProps & { durationMs: number }) {
  const { clusterId, sid, backHref, durationMs } = props;
  const player = usePlayer(() => {
    const opened = new DesktopPlayer({ clusterId, sid }, durationMs, momentOfAddress(location.hash));
    void opened.start();
    return opened;
  });
  const exports = useMemo(() => player && new DesktopExports(player), [player]);
  if (!player || !exports) return null;
  return (
    <PlayerPage
      player={player}
      actions={<RecordingActions player={player} exports={exports} />}
      backHref={backHref}
      panel={() => <EventsPanel player={player} />}
      failure={(error) => <PlayerFailure {...props} error={error} />}
    />
  );
}
