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

/** Long enough to end a click: the pointer that moves towards the button is a sign of life already. */
const LINGER_MS = 4000;

/**
 * A minute before inactivity ends the session, over the top bar, where it covers no work and moves nothing. Any key
 * or pointer is answer enough. `children`: what ends with the sign-in, and what is kept.
 */
export function IdleBand({ keeper, children }: { keeper: SessionKeeper; children: string }) {
  const state = useStore(keeper.state);
  const [isHovered, setHovered] = useState(false);
  const lingers = useLinger(state.kind === 'idle' || isHovered, LINGER_MS);
  if (state.kind === 'ended' || (state.kind !== 'idle' && !isHovered && !lingers)) return null;
  // Beside the application, where an open dialog does not hide it from screen readers.
  return createPortal(
    // A finger rests on nothing: of touches no end may be reported.
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
      {/* Counting aloud every second would drown everything else. */}
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

/** True for so long after something has ceased. */
function useLinger(holds: boolean, ms: number): boolean {
  const [held, setHeld] = useState(holds);
  const [lingers, setLingers] = useState(false);
  if (held !== holds) {
    setHeld(holds);
    setLingers(!holds);
  }
  useEffect(() => {
    if (!lingers) return;
    const timer = setTimeout(() => setLingers(false), ms);
    return () => clearTimeout(timer);
  }, [lingers, ms]);
  return lingers;
}
