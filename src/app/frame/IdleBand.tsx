import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import { formatDuration, formatTime } from '../../lib/dates.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import note from '../../ui/plain/Note.module.css';
import styles from './IdleBand.module.css';

/** Long enough to complete a click: moving the pointer to the button already counts as activity. */
const LINGER_MS = 4000;

/**
 * Shown a minute before inactivity ends the session, over the top bar, where it covers no work and moves nothing. Any
 * key or pointer input is sufficient. `children`: what ends with the sign-in, and what is kept.
 */
export function IdleBand({ keeper, children }: { keeper: SessionKeeper; children: string }) {
  const state = useStore(keeper.state);
  const [isHovered, setHovered] = useState(false);
  const lingers = useLinger(state.kind === 'idle' || isHovered, LINGER_MS);
  if (state.kind === 'ended' || (state.kind !== 'idle' && !isHovered && !lingers)) return null;
  // Outside the application's element, where an open dialog does not hide it from screen readers.
  return createPortal(
    // Only for a mouse: browsers may not report the end of a touch.
    <div
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      {state.kind === 'idle' ? <Warning keeper={keeper} atMs={state.signsOutAtMs} ends={children} /> : <Stays />}
    </div>,
    document.body,
  );
}

const Stays = () => (
  <div className={cx(styles.band, note.ok)} role="status">
    <Icon name="check" />
    You stay signed in
  </div>
);

function Warning({ keeper, atMs, ends }: { keeper: SessionKeeper; atMs: number; ends: string }) {
  const shownZone = useStore(zone);
  const leftMs = Math.max(0, atMs - useNow(1000));
  return (
    <div className={cx(styles.band, note.warn)} role="alert">
      <Icon name="clock" />
      <span className="grow cut">
        <b className="semi num">Signing out at {formatTime(new Date(atMs), shownZone)}.</b>{' '}
        <span className={styles.why}>There was no activity. {ends}</span>
      </span>
      {/* A screen reader would read every second of the countdown. */}
      <span className="num" aria-hidden>
        {formatDuration(leftMs)}
      </span>
      <Button size="inline" className={styles.out} onClick={() => void keeper.signOut()}>
        Sign out
      </Button>
      <Button size="inline" onClick={() => keeper.staySignedIn()}>
        Stay signed in
      </Button>
    </div>
  );
}

/** Stays true for this time after `holds` becomes false. */
function useLinger(holds: boolean, ms: number): boolean {
  const [lastHolds, setLastHolds] = useState(holds);
  const [lingers, setLingers] = useState(false);
  if (lastHolds !== holds) {
    setLastHolds(holds);
    setLingers(!holds);
  }
  useEffect(() => {
    if (!lingers) return;
    const timer = setTimeout(() => setLingers(false), ms);
    return () => clearTimeout(timer);
  }, [lingers, ms]);
  return lingers;
}
