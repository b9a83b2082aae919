import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import { formatDuration, formatTime } from '../../lib/dates.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { overlay } from '../frameState.ts';
import styles from './IdleBand.module.css';
import { useSessionEnd } from './useSessionEnd.ts';

/** The frame's notice appears earlier. In the last minute, users must not miss it. */
const BAND_BEFORE_MS = 60_000;

type Props = {
  keeper: SessionKeeper;
  /** What ends with the sign-in, and what is kept. */
  children: string;
};

/** In the last minute of a sign-in, over the top bar, where it covers no work and moves nothing. */
export function EndBand({ keeper, children }: Props) {
  const end = useSessionEnd(keeper);
  const isIdle = useStore(keeper.state).kind === 'idle';
  const isSigningIn = useStore(overlay) === 'signIn';
  const shownZone = useStore(zone);
  const [hiddenEndMs, setHiddenEndMs] = useState<number>();
  if (!end || end.leftMs > BAND_BEFORE_MS || hiddenEndMs === end.endsAtMs || isIdle || isSigningIn) return null;
  // Outside the application's element, where an open dialog does not hide it from screen readers.
  return createPortal(
    <div className={styles.band} role="alert">
      <Icon name="clock" />
      <span className="grow cut">
        <b className="semi num">Your sign-in ends at {formatTime(new Date(end.endsAtMs), shownZone)}.</b>{' '}
        <span className={styles.why}>{children}</span>
      </span>
      {/* A screen reader would read every second of the countdown. */}
      <span className="num" aria-hidden>
        {formatDuration(end.leftMs)}
      </span>
      <Button size="inline" onClick={() => overlay.set('signIn')}>
        Sign in again
      </Button>
      <IconButton icon="x" size="inline" label="Hide" onClick={() => setHiddenEndMs(end.endsAtMs)} />
    </div>,
    document.body,
  );
}
