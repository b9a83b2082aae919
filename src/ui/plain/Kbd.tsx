import { cx } from './cx.ts';
import styles from './Kbd.module.css';
import { keyCaps } from './keyCaps.ts';

type Props = {
  /** As in the table of actions: `Ctrl+K`, `G S` (one after the other), `?`. */
  keys: string;
  small?: boolean;
  /** The keys of a chord share one cap, as a mark beside a control. */
  together?: boolean;
};

export function Kbd({ keys, small, together }: Props) {
  return (
    <span className={styles.keys}>
      {keyCaps(keys).map((caps, turn) => (
        <span key={caps.join()} className={styles.keys}>
          {turn > 0 && <span className="t3 small">then</span>}
          {(together ? [caps.join(' ')] : caps).map((cap) => (
            <kbd key={cap} className={cx(styles.cap, small && styles.small)}>
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
