import type { Sentence } from '../../descriptors/defineResource.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './Review.module.css';

/** What a change does, the dangerous sentences first. */
export const Sentences = ({ sentences }: { sentences: readonly Sentence[] }) => (
  <ul>
    {sentences
      .toSorted((a, b) => Number(b.flagged) - Number(a.flagged))
      .map(({ text, flagged }) => (
        <li key={text} className={cx(styles.sentence, flagged && styles.flagged)}>
          <Icon name={flagged ? 'triangle-alert' : 'dot'} size={14} {...(flagged && { label: 'Attention' })} />
          <span>{text}</span>
        </li>
      ))}
  </ul>
);
