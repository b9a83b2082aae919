import type { Sentence } from '../../descriptors/defineResource.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { cx } from '../../ui/plain/cx.ts';
import styles from './forms.module.css';

/** Effects, one a line; the dangerous ones are marked by more than their colour. */
export const Sentences = ({ of }: { of: readonly Sentence[] }) => (
  <ul className={styles.sentences}>
    {of.map(({ text, flagged }) => (
      <li key={text} className={cx(flagged && styles.flagged)}>
        <Icon name={flagged ? 'triangle-alert' : 'check'} size={14} />
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
