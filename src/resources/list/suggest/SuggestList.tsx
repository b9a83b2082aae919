import { useLayoutEffect, useRef } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/plain/cx.ts';
import styles from './SuggestList.module.css';
import { suggestionId, type Suggesting } from './useSuggestions.ts';

/** What can be written next, over the list: nothing moves. The focus stays in the field. */
export function SuggestList({ suggesting }: { suggesting: Suggesting }) {
  const { offered, at, listId, point, take } = suggesting;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (at >= 0) list.current?.children.item(at)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <>
      <span className="vh" role="status">
        {offered.length > 0 && plural(offered.length, 'suggestion')}
      </span>
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        className={styles.list}
        hidden={offered.length === 0}
      >
        {offered.map((suggestion, i) => (
          <li
            key={suggestion.label}
            id={suggestionId(listId, i)}
            role="option"
            aria-selected={i === at}
            className={cx(styles.item, i === at && styles.current)}
            onPointerMove={() => point(i)}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(suggestion)}
          >
            <span className="cut">{suggestion.label.trimEnd()}</span>
            <span className={styles.hint}>{suggestion.hint}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
