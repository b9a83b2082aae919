import type { Ref } from 'react';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './ListHead.module.css';

type Props = {
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  /** ↓ and Enter: into the list. */
  onLeave: () => void;
  inputRef: Ref<HTMLInputElement>;
};

/** Words to find in a list that is here as a whole. */
export const SearchField = ({ placeholder, text, onChange, onLeave, inputRef }: Props) => (
  <div role="search" className={cx(styles.field, styles.search)}>
    <Icon name="search" />
    <input
      ref={inputRef}
      aria-label="Search"
      placeholder={placeholder}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
        else if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave();
        else return;
        event.preventDefault();
      }}
    />
  </div>
);
