import { Button } from '../../../ui/plain/Button.tsx';
import { Icon } from '../../../ui/plain/Icon.tsx';
import type { Card } from '../selector/catalog.ts';
import styles from './flow.module.css';
import { runName, type KeptRun } from './flowState.ts';

type Props = { card: Card; run: KeptRun; onContinue: () => void; onRestart: () => void };

/** Shown instead of a flow with an unfinished run, unless the user has already chosen to continue it. */
export function UnfinishedRun({ card, run, onContinue, onRestart }: Props) {
  const name = runName(run);
  return (
    <div className="stack fill surface">
      <header className="row g8 rigid x16 line-b page-head">
        <Icon name={card.icon} />
        <h1 className="title one-line">Unfinished enrollment</h1>
        <span className="t3 small cut">{card.title}</span>
      </header>
      <div className="fill scroll">
        <div className={styles.column}>
          <p>
            {name === ''
              ? 'You have not finished the last enrollment here.'
              : `You have not finished the enrollment of ${name}.`}
          </p>
          <div className={styles.answers}>
            <Button kind="primary" size="form" onClick={onContinue}>
              {name === '' ? 'Continue' : `Continue with ${name}`}
            </Button>
            <Button size="form" onClick={onRestart}>
              Start over
            </Button>
          </div>
          <p className="t2 small">
            If you start over, the entries of the unfinished enrollment are removed. What it has added stays.
          </p>
        </div>
      </div>
    </div>
  );
}
