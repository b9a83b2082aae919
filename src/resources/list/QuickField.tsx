import { useState } from 'react';
import type { ActionContext } from '../../descriptors/actionModel.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Note } from '../../ui/plain/Note.tsx';
import styles from './ListHead.module.css';

type Props = { quick: NonNullable<Resource['quick']>; context: ActionContext };

/** Straight to a place whose name one knows, in a new tab. */
export function QuickField({ quick, context }: Props) {
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const enter = () => {
    const to = quick.to(text, context);
    if (to === undefined) return setIsWrong(text.trim() !== '');
    setText('');
    context.openTab(to);
  };
  return (
    <form
      className={cx(styles.field, styles.quick, isWrong && styles.bad)}
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <input
        aria-label={quick.label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'quick-wrong' : undefined}
        placeholder={quick.placeholder}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsWrong(false);
        }}
        onBlur={() => setIsWrong(false)}
      />
      {isWrong && (
        <div id="quick-wrong" className={styles.wrong}>
          <Note kind="danger">{quick.help}</Note>
        </div>
      )}
    </form>
  );
}
