import type { ReactNode } from 'react';
import { formatDateTime, formatDuration } from '../../../lib/dates.ts';
import { Person } from '../../../ui/Person.tsx';
import { Button, buttonClass } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { tip } from '../../../ui/plain/tip.ts';
import { useStore } from '../../../ui/useStore.ts';
import { zone as shownZone } from '../../../ui/zone.ts';
import type { Player } from '../Player.ts';
import styles from './PlayerPage.module.css';
import { aboutOf } from './recordingAbout.ts';

type Props = {
  player: Player;
  /** Address of the list of recordings. */
  backHref: string;
  isTranscriptOpen: boolean;
  onTranscript: () => void;
  /** Buttons for the recording. */
  actions: ReactNode;
};

/** Title of the recording, and its actions. */
export function PlayerHead({ player, backHref, isTranscriptOpen, onTranscript, actions }: Props) {
  const { timeline } = player;
  useStore(player.version);
  const zone = useStore(shownZone);
  const about = aboutOf(timeline);
  const { idleMs } = timeline;
  const title = about.title || player.address.sid;
  return (
    <header className={styles.head}>
      <a
        className={buttonClass({ kind: 'quiet', square: true })}
        href={backHref}
        aria-label="Back to recordings"
        {...tip('Back to recordings', { named: true })}
      >
        <Icon name="arrow-left" />
      </a>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.meta}>
        {about.user && <Person name={about.user} />}
        {about.startedAt && <span className="num">{formatDateTime(about.startedAt, zone)}</span>}
        <span className="num">
          {formatDuration(timeline.durationMs)}
          {idleMs > 0 && `, ${formatDuration(idleMs)} idle`}
        </span>
      </div>
      <span className="grow" />
      <Button icon="scroll-text" aria-pressed={isTranscriptOpen} onClick={onTranscript} className={styles.transcript}>
        {player.hasText ? 'Transcript' : 'Events'}
      </Button>
      {actions}
    </header>
  );
}
