import { useState } from 'react';
import { plural } from '../../lib/numbers.ts';
import { Tag } from '../../ui/Chips.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './EditorPage.module.css';
import { errorsOf, pathText } from './problems/problem.ts';
import type { Problem } from './problems/problem.ts';

type Props = {
  problems: readonly Problem[];
  /** The line of the cursor. */
  line: number;
  onPick: (problem: Problem) => void;
};

/** What is to be mended, below the text; absent while there is nothing. */
export function ProblemsPanel({ problems, line, onPick }: Props) {
  const [isOpen, setOpen] = useState(true);
  if (problems.length === 0) return null;
  const errors = errorsOf(problems).length;
  const warnings = problems.length - errors;
  return (
    <section className={styles.problems} aria-label="Problems">
      <header className={styles.problemsHead}>
        <h2>Problems</h2>
        {errors > 0 && <Tag danger>{plural(errors, 'error')}</Tag>}
        {warnings > 0 && <Tag>{plural(warnings, 'warning')}</Tag>}
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
          {problems.map((problem, i) => (
            <li key={i}>
              <button
                type="button"
                className={styles.problem}
                aria-current={problem.range.line === line}
                onClick={() => onPick(problem)}
              >
                <Icon
                  name={problem.severity === 'error' ? 'circle-x' : 'triangle-alert'}
                  size={14}
                  label={problem.severity === 'error' ? 'Error' : 'Warning'}
                  className={styles[problem.severity]}
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
