import type { ReactNode } from 'react';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import type { Problem } from '../problems/problem.ts';
import styles from './DocumentForm.module.css';
import type { InputProps } from './inputProps.ts';

/** The path of a value in the document. A long path is cut in front, because its end is more useful. */
export const PathCode = ({ path }: { path: string }) => (
  <code aria-hidden title={path}>
    <bdi>{path}</bdi>
  </code>
);

/** The label of a field, and the path of its value in the document. Screen readers read only the label. */
export const FieldLabel = ({ label, path }: { label: string; path: string }) => (
  <span className={styles.label}>
    {label}
    <PathCode path={path} />
  </span>
);

/** The label over several controls that form one field. */
export const FieldHead = ({ children }: { children: ReactNode }) => <div className={styles.fieldHead}>{children}</div>;

/** Below a field: its error, or else its help. */
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

/** Adds an item at the end of a list. The list may not exist yet. */
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

/** The error of a field, with a button for the suggested fix. */
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
