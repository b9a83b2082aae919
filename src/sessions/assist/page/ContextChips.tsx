import { useState, type MouseEvent } from 'react';
import type { OfferedContext } from '../../../api/assistRequests.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { visibleText } from '../../../lib/visibleText.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import type { AssistContext } from '../../../wire/assist/messages.ts';
import { contextLabel } from '../session/entries.ts';
import styles from './Messages.module.css';

type Props = {
  items: readonly AssistContext[];
  /** Absent if the texts are already sent. */
  onRemove?: (item: AssistContext) => void;
  /** Texts on the page that the user can attach. */
  offered?: readonly OfferedContext[];
  onAttach?: (offer: OfferedContext) => void;
};

/** Texts that are sent with a message. The user can read each of them and remove it before sending. */
export function ContextChips({ items, onRemove, offered = [], onAttach }: Props) {
  const [openItem, setOpenItem] = useState<AssistContext | undefined>(onRemove && items.at(-1));
  const [count, setCount] = useState(items.length);
  if (onRemove && count !== items.length) {
    setCount(items.length);
    setOpenItem(items.at(-1));
  }
  /** The next chip takes the place and the focus of the removed one. After the last chip, the previous one gets it. */
  const remove = (item: AssistContext, { currentTarget }: MouseEvent<HTMLElement>) => {
    const before = currentTarget.closest('li')?.previousElementSibling?.querySelector<HTMLElement>('[data-remove]');
    if (item === items.at(-1)) before?.focus();
    onRemove?.(item);
  };
  const read = items.find((item) => item === openItem);
  if (items.length + offered.length === 0) return null;
  return (
    <div className={styles.context}>
      <ul className={styles.chips} aria-label={onRemove ? 'Sent with the message' : 'Was sent with the message'}>
        {items.map((item, i) => (
          <li key={i} className={styles.chip}>
            <button
              type="button"
              className={styles.chipName}
              aria-expanded={item === read}
              onClick={() => setOpenItem(item === read ? undefined : item)}
            >
              <Icon name={item === read ? 'chevron-down' : 'chevron-right'} size={12} />
              <span className="cut">{visibleText(contextLabel(item))}</span>
              <span className="t3 num rigid">{formatCount(item.text.length)} characters</span>
            </button>
            {onRemove && (
              <button
                type="button"
                className={styles.chipRemove}
                aria-label={`Remove ${contextLabel(item)}`}
                data-remove
                onClick={(event) => remove(item, event)}
              >
                <Icon name="x" size={12} />
              </button>
            )}
          </li>
        ))}
        {offered.map((offer, i) => (
          <li key={`offered ${i}`}>
            <button type="button" className={styles.offer} onClick={() => onAttach?.(offer)}>
              <Icon name="plus" size={12} />
              <span className="cut">Attach {visibleText(contextLabel(offer))}</span>
            </button>
          </li>
        ))}
      </ul>
      {read && (
        <pre className={styles.contextText} tabIndex={0} role="region" aria-label={`Text of ${contextLabel(read)}`}>
          {visibleText(read.text)}
        </pre>
      )}
    </div>
  );
}
