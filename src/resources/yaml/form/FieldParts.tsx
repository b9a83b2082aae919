import type { ReactNode } from 'react';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import type { Problem } from '../problems/problem.ts';
import styles from './DocumentForm.module.css';
import type { InputProps } from './inputProps.ts';

/** Where a value stands in the document. A long path is cut in front: its end says more. */
export const PathCode = ({ path }: { path: string }) => (
  <code aria-hidden title={path}>
    <bdi>{path}</bdi>
  </code>
);

/** What a field is called, and where its value stands in the document. Readers get the first. */
export const FieldLabel = ({ label, path }: { label: string; path: string }) => (
  <span className={styles.label}>
    {label}
    <PathCode path={path} />
  </span>
);

/** Over several controls that are one field together. */
export const FieldHead = ({ children }: { children: ReactNode }) => <div className={styles.fieldHead}>{children}</div>;

/** Below them: what is wrong, else what it is for. */
export const FieldFoot = ({ help, error }: { help: ReactNode; error: ReactNode }) => (
  <>
    {error !== undefined && (
      <p className={styles.error}>
        <Icon name="circle-alert" size={14} />
        <span>{error}</span>
      </p>
    )}
    {error === undefined && help !== undefined && <p className={styles.help}>{help}</p>}
  </>
);

type Props = Pick<InputProps, 'input' | 'path' | 'off' | 'tools'> & { items: readonly unknown[]; fresh: () => unknown };

/** One more item at the end of a list, which may not be there yet. */
export const AddItem = ({ input, path, off, tools, items, fresh }: Props) => (
  <span className={styles.add}>
    <Button
      kind="quiet"
      icon="plus"
      off={off}
      onClick={() =>
        items.length === 0 ? tools.change(path, [fresh()]) : tools.change([...path, items.length], fresh())
      }
    >
      {input.add ?? 'Add'}
    </Button>
  </span>
);

type FaultTextProps = { problem: Problem; onFix: (problem: Problem) => void };

/** What is wrong, with the word that was meant as a button. */
export function FaultText({ problem, onFix }: FaultTextProps) {
  const { message, fix } = problem;
  const quoted = fix && `“${fix.text}”`;
  const at = quoted === undefined ? -1 : message.lastIndexOf(quoted);
  if (!fix || quoted === undefined || at < 0) return message;
  return (
    <>
      {message.slice(0, at)}
      <button type="button" className="link" aria-label={fix.label} onClick={() => onFix(problem)}>
        {fix.text}
      </button>
      {message.slice(at + quoted.length)}
    </>
  );
}
