import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react';
import type { LockTarget } from '../../api/locks.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Ring } from '../../ui/plain/Waiting.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { iconNamed } from '../iconNamed.ts';
import { useAfter } from '../useAfter.ts';
import { useLockables, type Found } from './lockables.ts';
import styles from './NewLock.module.css';
import { isSameTarget } from './targets.ts';

/** So long a search may take before it says so. */
const QUIET_MS = 400;

type Props = {
  chosen: readonly LockTarget[];
  /** A few words beside a thing: what of it is open now. */
  hintOf: (target: LockTarget) => string | undefined;
  onAdd: (target: LockTarget) => void;
};

/** One field for everything that can be locked. Typing finds, arrows choose, Enter adds; the text stays for the next. */
export function TargetFinder({ chosen, hintOf, onAdd }: Props) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const asked = useDeferredValue(text);
  const { groups, isReading } = useLockables(asked);
  const isSlow = useAfter(QUIET_MS, isReading);
  const offered = groups.flatMap(({ found }) => found);
  const current = Math.min(at, offered.length - 1);
  const isOpen = text.trim() !== '' && offered.length > 0;
  const isChosen = ({ target }: Found) => chosen.some((one) => isSameTarget(one, target));

  const add = (found: Found | undefined) => {
    if (!found || isChosen(found)) return;
    onAdd(found.target);
    setText('');
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        setAt((current + (event.key === 'ArrowDown' ? 1 : -1) + offered.length) % offered.length);
        break;
      case 'Enter':
        add(offered[current]);
        break;
      case 'Escape':
        setText('');
        event.stopPropagation();
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const idOf = (found: Found) => `${listId}-${offered.indexOf(found)}`;
  const active = offered[current];
  return (
    <div className={styles.finder}>
      <TextField
        label="What to lock"
        value={text}
        onChange={(next) => {
          setText(next);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        autoFocus
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder="A user, role, server, desktop, login or own device"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? idOf(active) : undefined}
        trailing={isSlow && <Ring />}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label="Things to lock" className={styles.found}>
          {groups.map(({ title, found }) => (
            <div key={title} role="group" aria-label={title}>
              <div className={styles.head} aria-hidden>
                {title}
              </div>
              {found.map((one) => (
                <div
                  key={one.target.value}
                  id={idOf(one)}
                  role="option"
                  aria-selected={one === active}
                  aria-disabled={isChosen(one) || undefined}
                  className={cx(styles.option, one === active && styles.current)}
                  // Before the field loses the focus.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    add(one);
                  }}
                >
                  <Icon name={iconNamed(one.icon) ?? 'dot'} />
                  {one.mono ? (
                    <span className="cut">
                      Login <code>{one.target.value}</code>
                    </span>
                  ) : (
                    <span className="cut">{one.target.label ?? one.target.value}</span>
                  )}
                  <span className={styles.hint}>{isChosen(one) ? 'chosen' : hintOf(one.target)}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
