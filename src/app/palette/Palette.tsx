import Modal from '@mui/material/Modal';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { KeyLayer } from '../../ui/keys/KeyTable.ts';
import { pageKeys } from '../../ui/keys/keys.ts';
import { useKeyLayer } from '../../ui/keys/useKeys.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import { useStore } from '../../ui/useStore.ts';
import { closeOverlay, overlay } from '../overlays.ts';
import { useClusterId, useConsole } from '../useConsole.ts';
import { findEntries, paletteEntries } from './paletteEntries.ts';
import type { Entry } from './paletteEntries.ts';
import styles from './Palette.module.css';

/** Ctrl K: pages and actions by name. */
export function Palette() {
  return useStore(overlay) === 'palette' ? <Open /> : null;
}

function Open() {
  const { items } = useConsole();
  const clusterId = useClusterId();
  const navigate = useNavigate();
  const id = useId();
  const [layer] = useState(() => new KeyLayer());
  useKeyLayer(layer);
  const [entries] = useState(() => paletteEntries({ items, clusterId, actions: pageKeys.actions }));
  const [typed, setTyped] = useState('');
  const [current, setCurrent] = useState(0);
  const found = findEntries(entries, typed);

  const choose = (entry: Entry | undefined) => {
    if (!entry || entry.off !== undefined) return;
    closeOverlay();
    if ('to' in entry) void navigate(entry.to);
    else entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setCurrent((current + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') choose(found[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal open onClose={closeOverlay} aria-label="Go to">
      <div className={styles.palette} tabIndex={-1}>
        <div className={styles.head}>
          <Icon name="search" size={20} />
          <input
            className={styles.input}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
            aria-label="Go to a page or run an action"
            placeholder="Go to a page, a resource or an action"
            spellCheck={false}
            autoFocus
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setCurrent(0);
            }}
            onKeyDown={onKeyDown}
          />
          <span className="t3 small cut">{clusterId}</span>
          <Kbd keys="Esc" />
        </div>
        <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Pages and actions">
          {found.map((entry, i) => (
            <Row
              key={entry.id}
              id={`${id}-${i}`}
              entry={entry}
              opensGroup={entry.group !== found[i - 1]?.group}
              isCurrent={i === current}
              onPoint={() => setCurrent(i)}
              onChoose={() => choose(entry)}
            />
          ))}
          {found.length === 0 && <p className={styles.none}>Nothing has this in its name</p>}
        </div>
        <footer className={styles.foot}>
          <span>
            <Kbd keys="Up" small /> <Kbd keys="Down" small /> move
          </span>
          <span>
            <Kbd keys="Enter" small /> go
          </span>
          <span className={styles.last}>
            <Kbd keys=">" small /> actions only
          </span>
        </footer>
      </div>
    </Modal>
  );
}

type RowProps = {
  id: string;
  entry: Entry;
  opensGroup: boolean;
  isCurrent: boolean;
  onPoint: () => void;
  onChoose: () => void;
};

function Row({ id, entry, opensGroup, isCurrent, onPoint, onChoose }: RowProps) {
  return (
    <>
      {opensGroup && (
        <div className={styles.group} role="presentation">
          {entry.group}
        </div>
      )}
      <div
        ref={(row) => {
          if (isCurrent) row?.scrollIntoView({ block: 'nearest' });
        }}
        id={id}
        role="option"
        aria-selected={isCurrent}
        aria-disabled={entry.off === undefined ? undefined : true}
        className={cx(styles.row, isCurrent && styles.current, entry.off !== undefined && styles.off)}
        onPointerMove={onPoint}
        onClick={onChoose}
      >
        {entry.icon && <Icon name={entry.icon} />}
        <span className="cut">{entry.label}</span>
        <span className={styles.end}>{entry.off ?? (entry.keys && <Kbd keys={entry.keys} />)}</span>
      </div>
    </>
  );
}
