import { createElement, useRef, type KeyboardEvent } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { StepSlider } from '../../../ui/plain/StepSlider.tsx';
import { takeFocus } from '../../../ui/keys/keys.ts';
import styles from './flow.module.css';
import { barEntries } from './flowState.ts';
import { StepBar } from './StepBar.tsx';
import { useFlow, type FlowOptions } from './useFlow.ts';

/** `selector`: address of the selector, below `/web`. Going there needs no confirmation, unless a call is running. */
type Props = FlowOptions & { selector: string };

/** A running flow: its name, its steps, the present step, and the buttons below it (screens §19.2). */
export function FlowFrame({ selector, ...options }: Props) {
  const { flow, card, onSelector } = options;
  const column = useRef<HTMLDivElement>(null);
  const run = useFlow(options, () => showFault(column.current));
  const { state, present, isBusy, isFinished } = run;
  const following = flow.steps[state.step + 1];
  const isLast = state.step === flow.steps.length - 2;
  const waits = isBusy ? 'The server has not answered yet' : undefined;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isFinished &&
      present?.leavesFreely !== true &&
      (isBusy || nextLocation.pathname !== selector) &&
      nextLocation.pathname !== currentLocation.pathname,
  );
  if (!present) return null;
  return (
    <div className="stack fill surface">
      <header className="row g8 rigid x16 line-b page-head">
        <Icon name={card.icon} />
        <h1 ref={takeFocus} tabIndex={-1} className={cx(styles.title, 'title one-line')}>
          {flow.title}
        </h1>
        <span className="t3 small cut">{card.title}</span>
        <span className="grow" />
        {!isFinished && (
          <Button kind="quiet" icon="x" off={waits} onClick={onSelector}>
            Leave
          </Button>
        )}
      </header>
      <StepBar entries={barEntries(flow, state.step)} />
      <div className="fill scroll">
        <div ref={column} className={styles.column} inert={isBusy} onKeyDown={(event) => isSubmit(event) && run.next()}>
          <StepSlider step={present.id} direction={state.direction}>
            {createElement(present.Component, { flow: run.handle })}
          </StepSlider>
        </div>
      </div>
      {!isFinished && (
        <footer className={styles.foot}>
          <Button size="form" off={waits} onClick={run.back}>
            Back
          </Button>
          <span className="grow" />
          {state.ready !== true && <span className="t3 small slim">{state.ready}</span>}
          {present.canSkip && (
            <Button size="form" off={waits} onClick={run.skip}>
              Skip
            </Button>
          )}
          <Button
            kind="primary"
            size="form"
            off={state.ready === true ? undefined : state.ready}
            busy={isBusy ? 'Saving' : undefined}
            onClick={run.next}
          >
            {isLast || !following
              ? 'Finish'
              : `Next: ${following.title.charAt(0).toLowerCase()}${following.title.slice(1)}`}
          </Button>
        </footer>
      )}
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title="Leave the enrollment?"
          cancelLabel="Stay"
          act="Leave"
          acting="Leaving"
          onAct={async () => blocker.proceed()}
          onClose={() => blocker.reset()}
          onDone={() => undefined}
        >
          <p>
            The resource is not enrolled yet. The page “Enroll new resource” offers to continue. Passwords, keys and
            commands are not stored.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/**
 * Enter in a field of the step, as in a form of one page. Comboboxes and inner forms take Enter themselves. The events of
 * a dialog over the step arrive here too.
 */
function isSubmit({ key, target, currentTarget, nativeEvent, repeat }: KeyboardEvent): boolean {
  return (
    key === 'Enter' &&
    !nativeEvent.isComposing &&
    !repeat &&
    target instanceof HTMLInputElement &&
    target.matches(':not([role=combobox], [type=checkbox], [type=radio], [type=file], form *)') &&
    currentTarget.contains(target)
  );
}

/** Focuses the fault and scrolls to it, because it can be outside the visible part of the step. */
function showFault(step: HTMLElement | null): void {
  const fault = step?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  fault?.focus();
  fault?.scrollIntoView({ block: 'nearest' });
}
