import { formatDuration } from '../../../lib/dates.ts';
import { Switch } from '../../../ui/Check.tsx';
import { IconMenu } from '../../../ui/IconMenu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { displayTime } from '../../../wire/recording/moment.ts';
import { IDLE_MS } from '../../../wire/recording/RecordingTimeline.ts';
import { SPEEDS, STEP_MS } from '../PlaybackController.ts';
import type { Player, Scale } from '../Player.ts';
import styles from './Controls.module.css';

const SPEED_SEGMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  SPEEDS.map((speed) => [`${speed}×`, `${speed}×`]),
);

type Props = {
  player: Player;
  scale: Scale;
  onScale: (scale: Scale) => void;
  onFullScreen: () => void;
};

/** Play button, time, speed, and the choice for pauses. */
export function Controls({ player, scale, onScale, onFullScreen }: Props) {
  const { controller, timeline, hasText } = player;
  useStore(player.version);
  const { status, speed, pauses, isWaiting } = useStore(controller.state);
  const isPlaying = status === 'playing';
  const label = isPlaying ? 'Pause' : status === 'ended' ? 'Play from the start' : 'Play';
  const change = hasText ? 'output' : 'change';
  const original = hasText ? 'Usual text size' : 'Original size';
  const items = (): MenuItem[] => [
    { kind: 'item', id: 'start', label: 'Go to the start', hint: 'Home', run: () => controller.seek(0) },
    { kind: 'item', id: 'end', label: 'Go to the end', hint: 'End', run: () => controller.seek(timeline.durationMs) },
    { kind: 'item', id: 'before', label: `Previous ${change}`, hint: ',', run: () => controller.step(-1) },
    { kind: 'item', id: 'after', label: `Next ${change}`, hint: '.', run: () => controller.step(1) },
    { kind: 'line' },
    { kind: 'item', id: 'fit', label: 'Fit to the window', chosen: scale === 'fit', run: () => onScale('fit') },
    { kind: 'item', id: 'original', label: original, chosen: scale === 'original', run: () => onScale('original') },
    { kind: 'item', id: 'full', label: 'Full screen', hint: 'F', run: onFullScreen },
  ];
  const textItems = (): MenuItem[] => [
    { kind: 'line' },
    {
      kind: 'item',
      id: 'shorten',
      label: 'Shorten pauses to 1 s',
      text: 'The time line of a 13.1 player',
      chosen: pauses === 'shorten',
      run: () => controller.setPauses(pauses === 'shorten' ? 'skip' : 'shorten'),
    },
  ];
  return (
    <div className={styles.controls}>
      <IconButton
        kind="primary"
        icon={isPlaying ? 'pause' : 'play'}
        label={label}
        keys="Space"
        onClick={() => controller.toggle()}
      />
      <IconButton
        icon="rewind"
        label="Back 5 s"
        keys="Left"
        onClick={() => controller.seek(controller.position.get() - STEP_MS.small)}
      />
      <IconButton
        icon="fast-forward"
        label="Forward 5 s"
        keys="Right"
        onClick={() => controller.seek(controller.position.get() + STEP_MS.small)}
      />
      <Elapsed player={player} />
      <Segmented
        label="Speed"
        size="inline"
        value={`${speed}×`}
        segments={SPEED_SEGMENTS}
        onChange={(value) => {
          const chosen = SPEEDS.find((speed) => `${speed}×` === value);
          if (chosen !== undefined) controller.setSpeed(chosen);
        }}
      />
      <Switch on={pauses === 'skip'} onChange={(on) => controller.setPauses(on ? 'skip' : 'keep')}>
        Skip idle over {IDLE_MS / 1000} s
      </Switch>
      {timeline.idleMs > 0 && <span className={styles.saved}>saves {formatDuration(timeline.idleMs)}</span>}
      <span className="t3 num one-line" role="status">
        {isWaiting ? player.waitingLabel : ''}
      </span>
      <span className="grow" />
      {hasText && <Legend />}
      <IconMenu
        icon="ellipsis"
        label="More of the player"
        items={() => (hasText ? [...items(), ...textItems()] : items())}
        width={264}
      />
    </div>
  );
}

const Legend = () => (
  <span className={styles.legend} aria-hidden>
    <i className={styles.output} />
    output
    <i className={styles.command} />
    command
    <i className={styles.hit} />
    search hit
  </span>
);

function Elapsed({ player }: { player: Player }) {
  const seconds = Math.floor(useStore(player.controller.position) / 1000);
  return (
    <span className={styles.time}>
      {displayTime(seconds * 1000)} <span className="t3">/ {displayTime(player.timeline.durationMs)}</span>
    </span>
  );
}
