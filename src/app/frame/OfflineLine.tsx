import { useEffect, useState } from 'react';
import { ping } from '../../api/auth.ts';
import { reachability } from '../../api/client.ts';
import { formatTime } from '../../lib/dates.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import styles from './OfflineLine.module.css';
import { TopLine } from './TopLine.tsx';
import { useNow } from '../../ui/useNow.ts';

const FIRST_TRY_MS = 3000;
const LONGEST_WAIT_MS = 30_000;

/** Shown under the top bar while the server does not respond. */
export function OfflineLine() {
  const reach = useStore(reachability);
  return reach.kind === 'lost' ? <Lost sinceMs={reach.sinceMs} /> : null;
}

function Lost({ sinceMs }: { sinceMs: number }) {
  const shownZone = useStore(zone);
  const nowMs = useNow(1000);
  const [attempt, setAttempt] = useState({ number: 0, atMs: sinceMs + FIRST_TRY_MS });
  const [trying, setTrying] = useState(false);

  const tryNow = async (number: number) => {
    const begunMs = Date.now();
    setTrying(true);
    await ping(); // a response removes this line
    setTrying(false);
    // Retries soon after a timeout: the browser may have more connections that the network has dropped.
    const next = Date.now() - begunMs < FIRST_TRY_MS ? number + 1 : 0;
    setAttempt({ number: next, atMs: Date.now() + Math.min(LONGEST_WAIT_MS, FIRST_TRY_MS * 2 ** next) });
  };
  useEffect(() => {
    const timer = setTimeout(() => void tryNow(attempt.number), Math.max(0, attempt.atMs - Date.now()));
    return () => clearTimeout(timer);
  }, [attempt]);
  const waitS = Math.max(0, Math.ceil((attempt.atMs - nowMs) / 1000));
  return (
    <TopLine
      kind="warn"
      icon="wifi-off"
      title={`${navigator.onLine ? 'No answer' : 'Offline'} since ${formatTime(new Date(sinceMs), shownZone)}.`}
      role="alert"
    >
      <span className={cx('cut', styles.what)}>
        You see data loaded earlier. Drafts are kept. Open terminals rejoin automatically.
      </span>
      <span className="grow" />
      {/* A screen reader would read every second of the countdown. */}
      <span className={styles.next} aria-hidden>
        {trying ? 'Trying' : `Next try in ${waitS} s`}
      </span>
      <Button size="inline" busy={trying ? 'Trying' : undefined} onClick={() => void tryNow(attempt.number)}>
        Try now
      </Button>
    </TopLine>
  );
}
