import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import { formatDuration, formatTime } from '../../lib/dates.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { tip } from '../../ui/plain/tip.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { overlay } from '../frameState.ts';
import { useConsole } from '../useConsole.ts';
import styles from './SessionFoot.module.css';
import { useSessionEnd, type SessionEnd } from './useSessionEnd.ts';

const MINUTES = 5;

/** On a phone the navigation is hidden, so the top bar shows the warning. */
export function NearEndIcon({ keeper }: { keeper: SessionKeeper }) {
  const end = useSessionEnd(keeper);
  return end?.isNear ? (
    <IconButton
      icon="clock"
      iconSize={20}
      className={styles.nearMark}
      label={`${nearText(end)}. Sign in again`}
      onClick={() => overlay.set('signIn')}
    />
  ) : null;
}

/** For the terminal, which has no navigation. */
export function NearEndButton({ keeper }: { keeper: SessionKeeper }) {
  const end = useSessionEnd(keeper);
  return end?.isNear ? (
    <Button
      size="inline"
      icon="clock"
      className={styles.nearButton}
      aria-label={`${nearText(end)}. Sign in again`}
      onClick={() => overlay.set('signIn')}
    >
      <span className="num">{nearText(end)}</span>
    </Button>
  ) : null;
}

const nearText = ({ leftMs }: SessionEnd): string => `Sign-in ends in ${formatDuration(leftMs)}`;

/** The foot of the navigation: the end of the session, and near the end a button to stay signed in. */
export function SessionFoot({ rail }: { rail: boolean }) {
  const end = useSessionEnd(useConsole().keeper);
  const shownZone = useStore(zone);
  if (!end) return <div className={styles.foot} />;
  const clock = <Icon name="clock" size={14} />;
  if (!end.isNear) {
    const text = `Signed in until ${formatTime(new Date(end.endsAtMs), shownZone).slice(0, MINUTES)}`;
    return (
      <div className={cx(styles.foot, rail && styles.rail)} {...(rail && tip(text))}>
        {clock}
        {!rail && <span>{text}</span>}
      </div>
    );
  }
  const text = nearText(end);
  return (
    <button
      type="button"
      className={cx(styles.foot, styles.near, rail && styles.rail)}
      aria-label={`${text}. Sign in again`}
      {...tip('Sign in again without leaving this page')}
      onClick={() => overlay.set('signIn')}
    >
      {clock}
      {!rail && <span className="num">{text}</span>}
    </button>
  );
}
