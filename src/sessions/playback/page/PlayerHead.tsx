import { describeFailure } from '../../../api/errors.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { formatDateTime, formatDuration } from '../../../lib/dates.ts';
import { copyWithToast } from '../../../ui/copyWithToast.ts';
import { MenuButton } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Person } from '../../../ui/Person.tsx';
import { Button, buttonClass } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { tip } from '../../../ui/plain/tip.ts';
import { toasts } from '../../../ui/toasts.ts';
import { useStore } from '../../../ui/useStore.ts';
import { zone as shownZone } from '../../../ui/zone.ts';
import { displayTime, formatMoment } from '../../../wire/recording/moment.ts';
import type { ExportChoice, Player, PlayerExports } from '../Player.ts';
import styles from './PlayerPage.module.css';
import { ReviewButton } from './ReviewButton.tsx';
import { aboutOf } from './recordingAbout.ts';

type Props = {
  player: Player;
  exports: PlayerExports;
  /** The list of recordings. */
  backHref: string;
  isTranscriptOpen: boolean;
  onTranscript: () => void;
};

/** What is played, and what one can take from it. */
export function PlayerHead({ player, exports, backHref, isTranscriptOpen, onTranscript }: Props) {
  const { timeline } = player;
  useStore(player.version);
  const zone = useStore(shownZone);
  const running = useStore(exports.state);
  const about = aboutOf(timeline);
  const { idleMs } = timeline;
  const title = about.title || player.place.sid;
  const save = async (form: ExportChoice['form']) => {
    const when = about.startedAt ? formatDateTime(about.startedAt, zone) : '';
    await exports.save(form, [title, when].filter(Boolean).join(' '), [about.user, when].filter(Boolean).join(', '));
    const ended = exports.state.get();
    if (ended.kind === 'failed') toasts.show({ text: `Could not export: ${describeFailure(ended.error).why}` });
  };
  const items = (): MenuItem[] =>
    exports.choices().map(({ form, ...choice }) => ({ kind: 'item', id: form, ...choice, run: () => void save(form) }));
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
      {serverBehaviour.keepsReviews && <ReviewButton place={player.place} />}
      <Button icon="scroll-text" aria-pressed={isTranscriptOpen} onClick={onTranscript} className={styles.transcript}>
        {player.hasText ? 'Transcript' : 'Events'}
      </Button>
      <CopyLink player={player} />
      {running.kind === 'running' ? (
        <Button icon="x" onClick={() => exports.cancel()}>
          Cancel export, {Math.floor(running.share * 100)} %
        </Button>
      ) : (
        <MenuButton icon="download" label="Export" items={items} align="right" width={280}>
          Export
        </MenuButton>
      )}
    </header>
  );
}

/** The address of this moment. */
function CopyLink({ player }: { player: Player }) {
  const seconds = Math.floor(useStore(player.controller.position) / 1000);
  const copy = () => {
    const url = new URL(location.href);
    url.hash = `t=${formatMoment(seconds * 1000)}`;
    void copyWithToast(url.href, 'Link');
  };
  return (
    <Button icon="share-2" onClick={copy}>
      Copy link at {displayTime(seconds * 1000)}
    </Button>
  );
}
