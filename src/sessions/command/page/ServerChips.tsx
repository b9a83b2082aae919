import { useState } from 'react';
import { formatCount } from '../../../lib/numbers.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import styles from './Card.module.css';

type ChipServer = { id: string; host: string };

type Props = {
  servers: readonly ChipServer[];
  /** Absent: a running command cannot be changed. */
  onRemove?: (id: string) => void;
};

/** The button of this chip disappears: the focus moves to the next chip, or to the previous one. */
function focusNeighbour(button: HTMLElement): void {
  const item = button.closest('li');
  const nextTo = [item?.nextElementSibling, item?.previousElementSibling];
  nextTo
    .map((other) => other?.querySelector<HTMLElement>(`.${styles.remove}`))
    .find((other) => other)
    ?.focus();
}

/** More servers are hidden behind their number. */
const SHOWN = 24;

/** The servers by name. Each can be removed until the command runs. */
export function ServerChips({ servers, onRemove }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const shownServers = isWhole ? servers : servers.slice(0, SHOWN);
  return (
    <ul className="row wrap g6 slim" aria-label="Servers">
      {shownServers.map(({ id, host }) => (
        <li key={id} className={onRemove ? styles.chip : styles.plainChip}>
          <span className="cut" title={host}>
            {host}
          </span>
          {onRemove && (
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${host}`}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget);
                onRemove(id);
              }}
            >
              <Icon name="x" size={12} />
            </button>
          )}
        </li>
      ))}
      {servers.length > SHOWN && (
        <li>
          <button type="button" className="link" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Fewer' : `${formatCount(servers.length - SHOWN)} more`}
          </button>
        </li>
      )}
    </ul>
  );
}
