import { IconMenu } from '../../../ui/IconMenu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { Ring } from '../../../ui/plain/Ring.tsx';
import { Dot } from '../../../ui/StateMark.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { TerminalDocument } from './documents.ts';
import { PeopleButton } from './PeopleButton.tsx';
import type { People } from './PeopleButton.tsx';
import { markOf, stateWord } from './sessionWords.ts';
import type { TerminalTab } from './TerminalTab.ts';
import styles from './TerminalPane.module.css';

type Props = {
  tab: TerminalDocument;
  terminal: TerminalTab;
  people: People;
  items: () => readonly MenuItem[];
  onClose: () => void;
};

/** Name, state and people of a session, and what one can do with it. */
export function PaneHead({ tab, terminal, people, items, onClose }: Props) {
  const state = useStore(terminal.session.state);
  const isWaiting = state.kind === 'authenticating' || state.kind === 'rejoining';
  const isLost = state.kind === 'lost' || state.kind === 'rejoining';
  return (
    <header className={cx(styles.head, isLost && styles.headLost)}>
      {isWaiting ? <Ring size={12} /> : <Dot kind={markOf(state)} />}
      <h2 className={cx(styles.name, 'cut')}>{tab.title}</h2>
      <span className={styles.word} role="status">
        {stateWord(state)}
      </span>
      <PeopleButton people={people} address={location.origin + location.pathname} />
      <span className="grow" />
      <IconMenu size="inline" icon="ellipsis" label="More" width={250} items={items} />
      <IconButton size="inline" icon="x" label="Close" onClick={onClose} />
    </header>
  );
}
