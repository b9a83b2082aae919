import { useState } from 'react';
import { plural } from '../../lib/numbers.ts';
import { Tag } from '../../ui/Chips.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './EditorPage.module.css';
import { pathText, type Problem, type Severity } from './problems/problem.ts';

type Props = {
  problems: readonly Problem[];
  /** The line of the cursor. */
  line: number;
  onPick: (problem: Problem) => void;
};

const LOOKS = {
  error: { icon: 'circle-x', word: 'Error', mark: 'danger-mark' },
  warning: { icon: 'triangle-alert', word: 'Warning', mark: 'warn-mark' },
  note: { icon: 'info', word: 'Note', mark: undefined },
} as const;
/** Errors first, because what prevents saving must not be below the fold of the panel. */
const ORDER: readonly Severity[] = ['error', 'warning', 'note'];

/** The problems and notes of the document, below the text. Hidden while there are none. */
export function ProblemsPanel({ problems, line, onPick }: Props) {
  const [isOpen, setOpen] = useState(true);
  if (problems.length === 0) return null;
  const of = (severity: Severity) => problems.filter((problem) => problem.severity === severity);
  const [errors, warnings, notes] = [of('error'), of('warning'), of('note')];
  return (
    <section className={styles.problems} aria-label="Problems">
      <header className={styles.problemsHead}>
        <h2>Problems</h2>
        {errors.length > 0 && <Tag danger>{plural(errors.length, 'error')}</Tag>}
        {warnings.length > 0 && <Tag>{plural(warnings.length, 'warning')}</Tag>}
        {notes.length > 0 && <Tag>{plural(notes.length, 'note')}</Tag>}
        <span className="grow" />
        <span className="t3 small">F8 next</span>
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          size="inline"
          label={isOpen ? 'Hide problems' : 'Show problems'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </header>
      {isOpen && (
        <ul className={styles.list}>
          {problems
            .toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
            .map((problem, i) => (
              <li key={i}>
                <button
                  type="button"
                  className={styles.problem}
                  aria-current={problem.range.line === line}
                  onClick={() => onPick(problem)}
                >
                  <Icon
                    name={LOOKS[problem.severity].icon}
                    size={14}
                    label={LOOKS[problem.severity].word}
                    className={LOOKS[problem.severity].mark}
                  />
                  <span>{problem.message}</span>
                  <code>{pathText(problem.path)}</code>
                  <span className={styles.at}>{`line ${problem.range.line}, column ${problem.range.column}`}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
