import { plural } from '../../../lib/numbers.ts';
import { useStore } from '../../../ui/useStore.ts';
import { TranscriptList } from '../page/TranscriptList.tsx';
import styles from '../page/TranscriptPanel.module.css';
import { eventRows } from '../page/transcriptRows.ts';
import type { DesktopPlayer } from './DesktopPlayer.ts';

/** Events beside the pictures: changes of the screen size, messages to the user. */
export function EventsPanel({ player }: { player: DesktopPlayer }) {
  useStore(player.version);
  const { controller, timeline } = player;
  return (
    <aside className={styles.panel} aria-label="Events">
      <TranscriptList
        rows={eventRows(timeline.events)}
        controller={controller}
        current={undefined}
        hits={[]}
        empty="No events besides the pictures"
        onPick={(ms) => controller.seek(ms)}
      />
      <div className={styles.foot}>
        <span className="cut">{plural(timeline.events.length, 'event')}</span>
      </div>
    </aside>
  );
}
