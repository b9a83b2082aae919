import type { Config } from '../../api/config.ts';
import { StepLine } from '../../ui/plain/StepLine.tsx';
import styles from './invite.module.css';
import { stepLabels } from './flows.ts';
import type { Flow } from './flows.ts';

/** Where one is, if there is more than one step. */
export function Steps({ config, flow, current }: { config: Config; flow: Flow; current: number }) {
  const labels = stepLabels(config, flow);
  return (
    labels.length > 0 && (
      <div className={styles.steps}>
        <StepLine steps={labels} current={current} />
      </div>
    )
  );
}
