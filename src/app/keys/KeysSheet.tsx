import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Check.tsx';
import { KeyGroups } from '../../ui/keys/KeyGroups.tsx';
import { pageKeys, singleKeys, switchSingleKeys } from '../../ui/keys/keys.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { useStore } from '../../ui/useStore.ts';
import { closeOverlay } from '../frameState.ts';
import styles from './KeysSheet.module.css';

/** The shortcuts of this page and of the frame, from the table that also runs them. */
export default function KeysSheet() {
  const [searchText, setSearchText] = useState('');
  const on = useStore(singleKeys);
  const [actions] = useState(() => pageKeys.actions);
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="form"
      className={styles.sheet ?? ''}
      onClose={closeOverlay}
      aside={
        <>
          <span className="t3 cut">{document.title}</span>
          <span className="grow" />
          <span className={styles.find}>
            <Icon name="search" />
            <input
              aria-label="Find a shortcut or an action"
              placeholder="Find a shortcut or an action"
              autoFocus
              value={searchText}
              onChange={(event) => setSearchText(event.target.value)}
            />
          </span>
        </>
      }
      footer={
        <>
          <Switch on={on} onChange={switchSingleKeys}>
            Single-key shortcuts work outside fields and terminals
          </Switch>
          <span className="grow" />
          <Button size="form" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <KeyGroups actions={actions} needle={searchText} />
    </Dialog>
  );
}
