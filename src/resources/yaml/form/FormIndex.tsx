import type { FormSection } from '../../../descriptors/documentTypes.ts';
import { plural } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { at } from '../../../lib/json.ts';
import { isSameValue } from '../../../lib/moves.ts';
import type { Problem } from '../problems/problem.ts';
import styles from './FormIndex.module.css';
import { problemsAt, stepsOf } from './formField.ts';

/** Summary of a section for the index. */
export type SectionState = { edits: number; errors: number; warnings: number; isSet: boolean };

type Props = {
  sections: readonly FormSection[];
  states: readonly SectionState[];
  current: number;
  onPick: (nth: number) => void;
  /** How many filled fields the form does not show. */
  others: number;
  onOthers: () => void;
};

function Count({ edits, errors, warnings, isSet }: SectionState) {
  if (errors > 0)
    return (
      <span className={styles.errors} title={plural(errors, 'error')}>
        {errors}
      </span>
    );
  if (warnings > 0)
    return (
      <span className={styles.warnings} title={plural(warnings, 'warning')}>
        {warnings}
      </span>
    );
  if (edits > 0) return <span className={styles.count}>{plural(edits, 'edit')}</span>;
  return isSet ? <span className={styles.count}>set</span> : null;
}

/** The sections of a form, beside it, each with its changes and problems. */
export function FormIndex({ sections, states, current, onPick, others, onOthers }: Props) {
  return (
    <nav className={styles.index} aria-label="Sections of the form">
      {sections.map((section, nth) => {
        const { title, group } = section;
        const state = states[nth];
        const isFirst = group !== undefined && sections[nth - 1]?.group !== group;
        return (
          <div key={`${group ?? ''} ${title}`}>
            {isFirst && <h2 className={styles.group}>{group}</h2>}
            <button
              type="button"
              className={cx(styles.item, nth === current && styles.current)}
              aria-current={nth === current || undefined}
              onClick={() => onPick(nth)}
            >
              <span className="cut" title={title}>
                {title}
              </span>
              {/* For sections that deny, the index also shows whether they are used at all. */}
              {state && <Count {...state} isSet={state.isSet && group !== undefined} />}
            </button>
          </div>
        );
      })}
      {others > 0 && (
        <>
          <h2 className={styles.group}>Not in the form</h2>
          <button type="button" className={styles.item} onClick={onOthers}>
            <span className="cut">Only in YAML</span>
            <span className={styles.count}>{others}</span>
          </button>
        </>
      )}
    </nav>
  );
}

/** `before` is undefined for a document that the server does not have. Nothing counts as changed there. */
export function sectionState(
  { inputs }: FormSection,
  value: unknown,
  before: unknown,
  problems: readonly Problem[],
): SectionState {
  const found = new Set(inputs.flatMap(({ path }) => problemsAt(problems, path)));
  const count = (severity: Problem['severity']) => [...found].filter((problem) => problem.severity === severity).length;
  const isChanged = (path: readonly string[]) => !isSameValue(at(value, ...path), at(before, ...path));
  return {
    edits: before === undefined ? 0 : inputs.filter((input) => isChanged(stepsOf(input))).length,
    errors: count('error'),
    warnings: count('warning'),
    isSet: inputs.some((input) => at(value, ...stepsOf(input)) !== undefined),
  };
}
