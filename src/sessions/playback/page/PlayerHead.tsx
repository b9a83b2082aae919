import { useState } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { formatDateTime, formatDuration } from '../../../lib/dates.ts';
import { formatBytes } from '../../../lib/numbers.ts';
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
import { Exports, HTML_BYTES_MAX, type ExportForm } from '../export/Exports.ts';
import type { TerminalPlayer } from '../terminal/TerminalPlayer.ts';
import styles from './PlayerPage.module.css';
import { ReviewButton } from './ReviewButton.tsx';
import { aboutOf } from './recordingAbout.ts';

type Props = {
  player: TerminalPlayer;
  /** The list of recordings. */
  backHref: string;
  isTranscriptOpen: boolean;
  onTranscript: () => void;
};

const FORMS: readonly { form: ExportForm; label: string; text: string }[] = [
  { form: 'cast', label: 'asciicast v2', text: 'For asciinema and other players' },
  { form: 'html', label: 'HTML page', text: 'One file that plays without a network' },
  { form: 'text', label: 'Plain text', text: 'The transcript with its times' },
];

/** What is played, and what one can take from it. */
export function PlayerHead({ player, backHref, isTranscriptOpen, onTranscript }: Props) {
  const { timeline } = player;
  useStore(player.version);
  const zone = useStore(shownZone);
  const [exports] = useState(() => new Exports(player));
  const running = useStore(exports.state);
  const about = aboutOf(timeline);
  const { idleMs } = timeline;
  const title = about.title || player.place.sid;
  const save = async (form: ExportForm) => {
    const when = about.startedAt ? formatDateTime(about.startedAt, zone) : '';
    await exports.save(form, [title, when].filter(Boolean).join(' '), [about.user, when].filter(Boolean).join(', '));
    const ended = exports.state.get();
    if (ended.kind === 'failed') toasts.show({ text: `Could not export: ${describeFailure(ended.error).why}` });
  };
  const items = (): MenuItem[] =>
    FORMS.map(({ form, label, text }) => ({
      kind: 'item',
      id: form,
      label,
      text,
      off:
        form === 'html' && timeline.totalBytes > HTML_BYTES_MAX
          ? `More than ${formatBytes(HTML_BYTES_MAX)} of output`
          : player.track.isWhole
            ? undefined
            : 'The recording is still loading',
      run: () => void save(form),
    }));
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
        Transcript
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
function CopyLink({ player }: { player: TerminalPlayer }) {
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
