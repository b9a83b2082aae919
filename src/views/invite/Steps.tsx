import type { Config } from '../../api/config.ts';
import { StepLine } from '../../ui/plain/StepLine.tsx';
import styles from './invite.module.css';
import { stepLabels, type Flow } from './flows.ts';

type Props = { config: Config; flow: Flow; current: number; withDevice?: boolean };

/** Where one is, if there is more than one step. */
export function Steps({ config, flow, current, withDevice = true }: Props) {
  const labels = stepLabels(config, flow, withDevice);
  return (
    labels.length > 0 && (
      <div className={styles.steps}>
        <StepLine steps={labels} current={current} />
      </div>
    )
  );
}
