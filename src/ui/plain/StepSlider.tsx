import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from './StepSlider.module.css';

type Props = {
  /** The name of the shown step. A change of it slides. */
  step: string;
  /** The direction from which the next step enters. */
  direction: 'forward' | 'backward';
  /** Default: 500 ms (specification §9). */
  durationMs?: number;
  children: ReactNode;
};

const FIRST_CONTROL = 'input:not([readonly]), select, button:not([aria-disabled])';
const stillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Slides from one step to the next. The height follows. The leaving step is an inert copy: it takes no focus and no
 * pointer. After the slide the focus is in the new step: on its `autoFocus` control, or else on its first one.
 */
export function StepSlider({ step, direction, durationMs = 500, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState({ step, children });
  const [leaving, setLeaving] = useState<ReactNode>();

  if (current.step !== step) {
    setLeaving(stillness() ? undefined : current.children);
    setCurrent({ step, children });
  } else if (current.children !== children) {
    setCurrent({ step, children });
  }

  const lastStep = useRef(step);
  const lastHeight = useRef(0);
  useLayoutEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    const settle = () => {
      setLeaving(undefined);
      if (pane.current?.contains(document.activeElement)) return; // the step has already placed the focus
      pane.current?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
    };
    if (stillness()) return settle();
    const heights = [`${lastHeight.current}px`, `${pane.current?.offsetHeight ?? 0}px`];
    frame.current?.animate({ height: heights }, { duration: durationMs, easing: 'ease-in-out' });
    const timer = setTimeout(settle, durationMs);
    return () => clearTimeout(timer);
  }, [step, durationMs]);
  // After the effect above, which needs the height of the previous step.
  useLayoutEffect(() => {
    lastHeight.current = pane.current?.offsetHeight ?? 0;
  });

  return (
    <div ref={frame} className={leaving ? styles.sliding : undefined} data-direction={direction}>
      {leaving && (
        <div className={styles.leaving} style={{ animationDuration: `${durationMs}ms` }} inert>
          {leaving}
        </div>
      )}
      <div
        ref={pane}
        key={step}
        className={leaving ? styles.entering : undefined}
        style={leaving ? { animationDuration: `${durationMs}ms` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}
