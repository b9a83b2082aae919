import { useRef, type KeyboardEvent } from 'react';
import type { Revision } from '../../api/history.ts';
import { Tag } from '../../ui/Chips.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './History.module.css';
import type { ChosenRevision } from './useChosen.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const CHANGE_LABELS = { created: 'Created', updated: 'Changed', removed: 'Removed' } as const;

/** Every revision, the newest first. Arrows, J and K move between them. */
export function RevisionList({ revisions, chosen }: { revisions: readonly Revision[]; chosen: ChosenRevision }) {
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.ctrlKey || event.altKey || event.metaKey ? undefined : STEPS[event.key];
    const to = revisions.findIndex(({ id }) => id === chosen.id) + (step ?? 0);
    const next = step === undefined ? undefined : revisions[to];
    if (!next) return;
    event.preventDefault();
    chosen.choose(next.id);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <nav className={styles.list} aria-label="Revisions">
      <ol ref={list} onKeyDown={onKeyDown}>
        {revisions.map(({ id, author, time, change }, i) => (
          <li key={id}>
            <button
              type="button"
              className={styles.revision}
              aria-current={id === chosen.id}
              tabIndex={id === chosen.id ? 0 : -1}
              onClick={() => chosen.choose(id)}
            >
              <span className="row g8 num">
                <Time date={time} />
                {i === 0 && change !== 'removed' && <Tag>current</Tag>}
              </span>
              <span className={styles.who}>
                {CHANGE_LABELS[change]} by {author}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
