import { formatTime } from '../../../lib/dates.ts';
import { plural } from '../../../lib/numbers.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { zone as shownZone } from '../../../ui/zone.ts';
import type { Notices } from '../session/Notices.ts';
import styles from './DesktopPanels.module.css';

/** The messages of the session, with their times. */
export function NoticeList({ notices }: { notices: Notices }) {
  const list = useStore(notices.list);
  const zone = useStore(shownZone);
  return (
    <div>
      <header className={styles.head}>
        <h2 className={styles.title}>{plural(list.length, 'warning')}</h2>
        <Button kind="quiet" size="inline" onClick={() => notices.clear()}>
          Clear all
        </Button>
      </header>
      <ul className={styles.list}>
        {list.map(({ id, atMs, isWarning, text }) => (
          <li key={id} className={styles.notice}>
            <Icon name={isWarning ? 'triangle-alert' : 'info'} className={cx(isWarning && 'warn-mark')} />
            <p className="grow breaks">
              {text}
              <br />
              <time className="t3 small">{formatTime(new Date(atMs), zone)}</time>
            </p>
            <IconButton icon="x" size="inline" label="Remove" onClick={() => notices.close(id)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
