import Modal from '@mui/material/Modal';
import { useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCount, plural } from '../../lib/numbers.ts';
import { KeyLayer } from '../../ui/keys/KeyTable.ts';
import { useKeyLayer } from '../../ui/keys/keys.ts';
import { MuiRoot } from '../../ui/MuiRoot.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import { AS_TYPED } from '../../ui/plain/TextField.tsx';
import { useListbox } from '../../ui/useListbox.ts';
import { allOf } from '../../lib/sentence.ts';
import { closeOverlay } from '../frameState.ts';
import { href } from '../paths.ts';
import { useClusterId, useConsole } from '../useConsole.ts';
import { commandOf, type Entry } from './entry.ts';
import type { OpenDialog } from './PaletteDialog.tsx';
import styles from './Palette.module.css';
import { readTyped } from './paletteEntries.ts';
import { PaletteRow } from './PaletteRow.tsx';
import { noteVisit } from './recent.ts';
import { useEntries, type Entries, type GroupState } from './useEntries.ts';

export default function PalettePanel({ onHang }: { onHang: (hung: OpenDialog) => void }) {
  const { user } = useConsole();
  const clusterId = useClusterId();
  const navigate = useNavigate();
  const [layer] = useState(() => new KeyLayer());
  useKeyLayer(layer);
  const [typed, setTyped] = useState('');
  const [choice, setChoice] = useState({ id: '', index: 0 });
  const found = useEntries(readTyped(typed), onHang);
  const { entries } = found;
  const listbox = useListbox(
    entries.map(({ id }) => id),
    { isOpen: true, start: 'first' },
  );
  const current = entries[listbox.active];
  const last = Math.max(0, (current?.choices.length ?? 0) - 1);
  const chosen = choice.id === current?.id ? Math.min(choice.index, last) : 0;

  const choose = (entry: Entry | undefined, index = 0) => {
    if (!entry || entry.off !== undefined) return;
    closeOverlay();
    const command = commandOf(entry, index);
    if ('run' in command) return command.run();
    const { destination } = command;
    noteVisit(localStorage, user.username, entry, destination, entry.choices[index]?.label ?? '');
    if (destination.newTab) window.open(href(destination.to), '_blank', 'noopener');
    else void navigate(destination.to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const isAtEnd = event.currentTarget.selectionEnd === typed.length;
    if (turn !== undefined && current && current.choices.length > 1 && isAtEnd) {
      const count = current.choices.length;
      setChoice({ id: current.id, index: (chosen + turn + count) % count });
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      choose(entries.find(({ keys }) => keys === 'Ctrl+Enter'));
    else if (event.key === 'Enter') choose(current, chosen);
    else if (!listbox.onArrow(event)) return;
    event.preventDefault();
  };
  return (
    <MuiRoot>
      <Modal open onClose={closeOverlay}>
        <div className={styles.palette} role="dialog" aria-modal="true" aria-label="Go to" tabIndex={-1}>
          <div className={styles.head}>
            <Icon name="search" size={20} />
            <input
              className={styles.input}
              {...listbox.input}
              aria-label="Go to a page, a resource or an action"
              placeholder="Go to a page, a resource or an action"
              {...AS_TYPED}
              autoFocus
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                listbox.reset();
              }}
              onKeyDown={onKeyDown}
            />
            <span className="t3 small cut">{clusterId}</span>
            <Kbd keys="Esc" />
          </div>
          <div className={styles.list} {...listbox.list} aria-label="Results">
            {entries.map((entry, i) => (
              <div key={entry.id} role="presentation">
                {entry.group !== entries[i - 1]?.group && (
                  <Head group={entry.group} state={found.groups.get(entry.group)} />
                )}
                <PaletteRow
                  option={listbox.option(i)}
                  entry={entry}
                  chosen={entry === current ? chosen : 0}
                  onChoose={(index) => choose(entry, index)}
                />
              </div>
            ))}
            {entries.length === 0 && found.asking.length === 0 && <p className={styles.none}>No matches</p>}
          </div>
          <Asking found={found} />
          <Foot current={current} />
        </div>
      </Modal>
    </MuiRoot>
  );
}

function Head({ group, state }: { group: string; state: GroupState | undefined }) {
  return (
    <div className={styles.group} role="presentation">
      {group}
      {state && (
        <span className="num">
          {`${formatCount(state.shown)} of ${formatCount(state.total)} matching, searched in ${state.tookMs} ms`}
        </span>
      )}
    </div>
  );
}

/** The pending searches, and the failed ones, grouped by reason. */
function Asking({ found: { asking, failed } }: { found: Entries }) {
  if (asking.length + failed.length === 0) return null;
  const reasons = [...new Set(failed.map(({ why }) => why))];
  return (
    <div className={styles.asking} role="status">
      {asking.length > 0 && (
        <p className="cut">
          {asking.length > 3 ? `Searching ${plural(asking.length, 'kind')}` : `Searching ${allOf(asking)}`}
        </p>
      )}
      {reasons.map((why) => {
        const labels = failed.filter((other) => other.why === why).map(({ label }) => label);
        return (
          <p key={why} className="cut" title={`${allOf(labels)}. ${why}`}>
            {`${labels.length > 3 ? plural(labels.length, 'kind') : allOf(labels)} could not be searched. ${why}`}
          </p>
        );
      })}
    </div>
  );
}

const Foot = ({ current }: { current: Entry | undefined }) => (
  <footer className={styles.foot}>
    <span>
      <Kbd keys="Up" small /> <Kbd keys="Down" small /> move
    </span>
    {current && current.off === undefined && current.choices.length > 1 && (
      <span>
        <Kbd keys="Left" small /> <Kbd keys="Right" small /> choose account{' '}
      </span>
    )}
    {current?.off === undefined && (
      <span>
        <Kbd keys="Enter" small /> {current?.verb?.toLowerCase() ?? 'go'}
      </span>
    )}
    <span className={styles.last}>
      <Kbd keys=">" small /> actions only
    </span>
    <span>
      <Kbd keys="@" small /> users
    </span>
  </footer>
);
