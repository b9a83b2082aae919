import { useRef } from 'react';
import { CopyButton } from './CopyButton.tsx';
import styles from './CopyBox.module.css';

type Props = {
  text: string;
  /** A shell command. The `$` before it is neither selected nor copied. */
  command?: boolean;
  /** What it is, for screen readers: "Invite link". */
  label: string;
};

/** Text to copy. Copying also selects it, so that the user sees what was copied. */
export function CopyBox({ text, command, label }: Props) {
  const code = useRef<HTMLElement>(null);
  const select = () => {
    if (code.current) getSelection()?.selectAllChildren(code.current);
  };
  return (
    <div className={styles.box} role="group" aria-label={label}>
      <span className={styles.text}>
        {command && <span className={styles.dollar}>$ </span>}
        <code ref={code} className={styles.code}>
          {text}
        </code>
      </span>
      <CopyButton text={text} onCopied={select} />
    </div>
  );
}
