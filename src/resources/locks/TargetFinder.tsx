import { useDeferredValue, useState, type KeyboardEvent } from 'react';
import type { LockTarget } from '../../api/locks.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Ring } from '../../ui/plain/Waiting.tsx';
import { AS_TYPED, TextField } from '../../ui/plain/TextField.tsx';
import { useListbox } from '../../ui/useListbox.ts';
import { iconNamed } from '../iconNamed.ts';
import { useAfter } from '../useAfter.ts';
import type { FoundTarget } from './bestFirst.ts';
import { useLockables } from './lockables.ts';
import styles from './NewLock.module.css';
import { isSameTarget } from './lockDraft.ts';

/** A search shows progress only after this time. */
const QUIET_MS = 400;

type Props = {
  chosen: readonly LockTarget[];
  /** A short hint beside a target: its open sessions. */
  hintOf: (target: LockTarget) => string | undefined;
  onAdd: (target: LockTarget) => void;
};

/** One field for everything that can be locked. Typing searches, arrows select, Enter adds and clears the field. */
export function TargetFinder({ chosen, hintOf, onAdd }: Props) {
  const [text, setText] = useState('');
  const searchText = useDeferredValue(text);
  const { groups, isReading } = useLockables(searchText);
  const isSlow = useAfter(QUIET_MS, isReading);
  const offered = groups.flatMap(({ found }) => found);
  const isOpen = text.trim() !== '' && offered.length > 0;
  const listbox = useListbox(
    offered.map(({ target }) => `${target.kind} ${target.value}`),
    { isOpen, start: 'first' },
  );
  const active = offered[listbox.active];
  const isChosen = ({ target }: FoundTarget) => chosen.some((chosenTarget) => isSameTarget(chosenTarget, target));

  const add = (found: FoundTarget | undefined) => {
    if (!found || isChosen(found)) return;
    onAdd(found.target);
    setText('');
    listbox.reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Enter') add(active);
    else if (event.key === 'Escape') {
      setText('');
      event.stopPropagation();
    } else if (!listbox.onArrow(event)) return;
    event.preventDefault();
  };
  return (
    <div className={styles.finder}>
      <TextField
        label="What to lock"
        value={text}
        onChange={(next) => {
          setText(next);
          listbox.reset();
        }}
        onKeyDown={onKeyDown}
        autoFocus
        {...AS_TYPED}
        placeholder="User, role, server, desktop, login, device"
        {...listbox.input}
        trailing={isSlow && <Ring />}
      />
      {isOpen && (
        <div {...listbox.list} aria-label="Possible targets" className={styles.found}>
          {groups.map(({ title, found }) => (
            <div key={title} role="group" aria-label={title}>
              <div className={styles.head} aria-hidden>
                {title}
              </div>
              {found.map((lockable) => (
                <div
                  key={lockable.target.value}
                  {...listbox.option(offered.indexOf(lockable))}
                  aria-disabled={isChosen(lockable) || undefined}
                  className={cx(styles.option, lockable === active && styles.current)}
                  onClick={() => add(lockable)}
                >
                  <Icon name={iconNamed(lockable.icon) ?? 'dot'} />
                  {lockable.mono ? (
                    <span className="cut">
                      Login <code>{lockable.target.value}</code>
                    </span>
                  ) : (
                    <span className="cut">{lockable.target.label ?? lockable.target.value}</span>
                  )}
                  <span className={styles.hint}>{isChosen(lockable) ? 'chosen' : hintOf(lockable.target)}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
