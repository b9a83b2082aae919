import { Icon } from '../../../ui/plain/Icon.tsx';
import { Kbd } from '../../../ui/plain/Kbd.tsx';
import { useStore } from '../../../ui/useStore.ts';
import styles from './BroadcastSign.module.css';
import type { ConsoleModel } from './ConsoleModel.ts';
import { allPanes } from './tabs.ts';
import { KEYS } from './keys.ts';

/** Stands in the strip as long as typing goes to several panes. */
export function BroadcastSign({ model }: { model: ConsoleModel }) {
  const receivers = useStore(model.broadcast.receivers);
  const panes = allPanes(useStore(model.documents));
  if (receivers.size === 0) return null;
  const stop = () => {
    model.broadcast.end();
    model.giveKeys();
  };
  const names = panes.filter(({ id }) => receivers.has(id)).map(({ title }) => title);
  return (
    <span className={styles.sign} role="status" title={names.join('\n')}>
      <Icon name="radio-tower" />
      Typing goes to {receivers.size} of {panes.length} panes
      <button type="button" className={styles.stop} onClick={stop}>
        Stop <Kbd keys={KEYS.broadcast} small />
      </button>
    </span>
  );
}
