import { plural } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/plain/cx.ts';
import styles from './SuggestList.module.css';
import type { Suggesting } from './useSuggestions.ts';

/** Suggestions over the list, so that nothing moves. The focus stays in the field. */
export const SuggestList = ({ suggesting: { listbox, offered, take } }: { suggesting: Suggesting }) => (
  <>
    <span className="vh" role="status">
      {offered.length > 0 && plural(offered.length, 'suggestion')}
    </span>
    <ul {...listbox.list} aria-label="Suggestions" className={styles.list} hidden={offered.length === 0}>
      {offered.map((suggestion, i) => (
        <li
          key={suggestion.label}
          {...listbox.option(i)}
          className={cx(styles.item, i === listbox.active && styles.current)}
          onClick={() => take(suggestion)}
        >
          <span className="cut">{suggestion.label.trimEnd()}</span>
          <span className={styles.hint}>{suggestion.hint}</span>
        </li>
      ))}
    </ul>
  </>
);
