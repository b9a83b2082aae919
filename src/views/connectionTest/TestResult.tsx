import { describeFailure } from '../../api/errors.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import styles from './connectionTest.module.css';
import { resultText, shownSteps, statusOf, type ShownStep } from './testSteps.ts';
import type { TestState } from './useConnectionTest.ts';

const ICONS = { passed: 'check', failed: 'circle-x', 'not tested': 'circle-minus' } as const;

function StepRow({ shownStep }: { shownStep: ShownStep }) {
  const { label, step } = shownStep;
  const status = statusOf(shownStep);
  return (
    <li className={styles.step} data-status={status}>
      <Icon name={ICONS[status]} />
      <div className="slim breaks">
        <p>
          <b className="semi">{label}</b> <span className="t3">{status}</span>
        </p>
        {step && <p className="t2">{step.details}</p>}
        {step && step.error !== '' && (
          <details className={styles.more}>
            <summary>Extra details</summary>
            <code className={styles.error}>{step.error}</code>
          </details>
        )}
      </div>
    </li>
  );
}

type Props = { state: Extract<TestState, { kind: 'done' | 'failed' }> };

/** The result of a test, step by step, or the reason why it did not run. */
export function TestResult({ state }: Props) {
  if (state.kind === 'failed')
    return <ErrorNote what="The connection was not tested" {...describeFailure(state.error)} />;
  const { target, test, durationMs } = state;
  const steps = shownSteps(target.kind, test);
  const duration = `${(durationMs / 1000).toFixed(1)} s`;
  const title = test.ok ? `The connection to ${target.name} works` : `The connection to ${target.name} does not work`;
  return (
    <section className="grid g12" aria-label="Result of the test">
      <Note kind={test.ok ? 'ok' : 'danger'} title={`${title}.`}>
        Tested in {duration}.
      </Note>
      <ol className="grid g12">
        {steps.map((shownStep) => (
          <StepRow key={shownStep.label} shownStep={shownStep} />
        ))}
      </ol>
      <div>
        <CopyButton size="toolbar" text={resultText(title, steps, duration)}>
          Copy result
        </CopyButton>
      </div>
    </section>
  );
}
