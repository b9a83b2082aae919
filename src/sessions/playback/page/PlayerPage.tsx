import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useKeys } from '../../../ui/keys/keys.ts';
import type { KeyAction } from '../../../ui/keys/KeyTable.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Note } from '../../../ui/plain/Note.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { FULL, useMedia } from '../../../ui/useMedia.ts';
import { useStore } from '../../../ui/useStore.ts';
import { toggleFullScreen } from '../../desktop/page/useFullScreen.ts';
import { SPEEDS, STEP_MS } from '../PlaybackController.ts';
import type { Player, Scale } from '../Player.ts';
import type { Hit } from '../TranscriptSearch.ts';
import { Controls } from './Controls.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import styles from './PlayerPage.module.css';
import { releaseFocus } from './releaseFocus.ts';
import { TimeBar } from './TimeBar.tsx';

const GROUP = 'Player';

type Props = {
  player: Player;
  backHref: string;
  /** Buttons in the head. */
  actions: ReactNode;
  /** Text beside the picture. `searches` grows when the user opens the search. */
  panel: (searches: number, onHit: (hit: Hit | undefined) => void) => ReactNode;
  /** Shown instead of a recording that could not be loaded. */
  failure: (error: unknown) => ReactNode;
};

/** Plays a recording beside its transcript or its events (streams §4, §6). */
export function PlayerPage({ player, backHref, actions, panel, failure }: Props) {
  const { controller, screen } = player;
  const load = useStore(player.load);
  const { fault } = useStore(controller.state);
  const isWide = useMedia(FULL);
  const [isTranscriptOpen, setTranscriptOpen] = useState(isWide);
  const [scale, setScale] = useState<Scale>('fit');
  const [searches, setSearches] = useState(0);
  useEffect(() => screen.setScale(scale), [screen, scale]);

  const keys = useMemo(() => keysOf(player, () => setSearches((count) => count + 1)), [player]);
  useKeys(keys);
  const showHit = (hit: Hit | undefined) => {
    if (hit) controller.seek(hit.ms);
  };
  if (load.kind === 'failed') return failure(load.error);
  return (
    <div className={cx(styles.page, isTranscriptOpen && styles.beside)} onClick={releaseFocus}>
      <PlayerHead
        player={player}
        backHref={backHref}
        actions={actions}
        isTranscriptOpen={isTranscriptOpen}
        onTranscript={() => setTranscriptOpen((open) => !open)}
      />
      <main className={styles.stage} aria-label="Screen of the recording">
        <Notices player={player} />
        {fault !== undefined && (
          <ErrorNote
            what="This moment could not be loaded"
            {...describeFailure(fault)}
            actions={<Button onClick={() => player.tryAgain()}>Try again</Button>}
          />
        )}
        {load.kind === 'loading' && <Waiting>{player.loadingLabel}</Waiting>}
        {load.kind === 'empty' && (
          <p className={styles.empty}>
            This recording has no {player.hasText ? 'output' : 'pictures'}. Its events are beside it.
          </p>
        )}
        <div ref={(host) => openOnce(player, host)} className={cx(styles.screen, scale === 'fit' && styles.fit)} />
      </main>
      {isTranscriptOpen && panel(searches, showHit)}
      <footer className={styles.foot}>
        <TimeBar player={player} />
        <Controls player={player} scale={scale} onScale={setScale} onFullScreen={toggleFullScreen} />
      </footer>
    </div>
  );
}

const opened = new WeakSet<Player>();
function openOnce(player: Player, host: HTMLElement | null): void {
  if (!host || opened.has(player)) return;
  opened.add(player);
  player.screen.open(host);
}

/** Which part of the recording is missing. */
function Notices({ player }: { player: Player }) {
  useStore(player.load);
  useStore(player.controller.state);
  useStore(player.version);
  const notice = player.notice();
  return notice === undefined ? null : <Note kind="warn">{notice}</Note>;
}

function keysOf(
  { controller, transcript, search, timeline, hasText }: Player,
  searchInRecording: () => void,
): KeyAction[] {
  const by = (ms: number) => () => controller.seek(controller.position.get() + ms);
  const action = (label: string, keys: readonly string[], run: () => void): KeyAction => ({
    group: GROUP,
    label,
    keys,
    run: (event) => {
      event.preventDefault();
      run();
    },
  });
  const hit = (step: 1 | -1) => () => {
    const found = search.step(step);
    if (found) controller.seek(found.ms);
  };
  const command = (step: 1 | -1) => () => {
    const at = controller.position.get();
    const found =
      step > 0
        ? transcript.commands.find(({ ms }) => ms > at + 1)
        : transcript.commands.findLast(({ ms }) => ms < at - 1000);
    if (found) controller.seek(found.ms);
  };
  const speed = (step: 1 | -1) => () => {
    const next = SPEEDS[SPEEDS.indexOf(controller.state.get().speed) + step];
    if (next !== undefined) controller.setSpeed(next);
  };
  const change = hasText ? 'output' : 'change';
  const actions = [
    action('Play or pause', ['Space', 'K'], () => controller.toggle()),
    action('Back 5 s', ['Left'], by(-STEP_MS.small)),
    action('Forward 5 s', ['Right'], by(STEP_MS.small)),
    action('Back 30 s', ['Shift+Left'], by(-STEP_MS.large)),
    action('Forward 30 s', ['Shift+Right'], by(STEP_MS.large)),
    action(`Previous ${change}`, [','], () => controller.step(-1)),
    action(`Next ${change}`, ['.'], () => controller.step(1)),
    action('Go to the start', ['Home'], () => controller.seek(0)),
    action('Go to the end', ['End'], () => controller.seek(timeline.durationMs)),
    action('Slower', ['<'], speed(-1)),
    action('Faster', ['>'], speed(1)),
    action('Full screen', ['F'], toggleFullScreen),
  ];
  if (!hasText) return actions;
  return [
    ...actions,
    action('Next hit', ['N'], hit(1)),
    action('Previous hit', ['P'], hit(-1)),
    action('Next command', ['C'], command(1)),
    action('Previous command', ['Shift+C'], command(-1)),
    action('Search in the recording', ['/'], searchInRecording),
  ];
}
