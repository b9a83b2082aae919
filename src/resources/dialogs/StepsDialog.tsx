import { useState } from 'react';
import type { Step, Steps } from '../../descriptors/steps.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { ChoiceField, firstChoices } from './ChoiceField.tsx';
import styles from './StepsDialog.module.css';

const StepItem = ({ text, command, optional }: Step) => (
  <li className={styles.step}>
    <span className={styles.text}>
      {text}
      {optional && <span className="t3"> (optional)</span>}
    </span>
    <CopyBox command label={text} text={command} />
  </li>
);

type Props = { steps: Steps; onClose: () => void };

/** Commands to run elsewhere, in their order, each to be copied. */
export default function StepsDialog({ steps, onClose }: Props) {
  const { title, choices = [], note } = steps;
  const [chosen, setChosen] = useState(() => firstChoices(choices));
  return (
    <Dialog
      title={title}
      size="form"
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button size="form" autoFocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {choices.length > 0 && (
        <div className={styles.choices}>
          {choices.map((choice) => (
            <ChoiceField
              key={choice.id}
              choice={choice}
              value={chosen[choice.id] ?? ''}
              onChange={(value) => setChosen({ ...chosen, [choice.id]: value })}
            />
          ))}
        </div>
      )}
      <ol className={styles.steps}>
        {steps.of(chosen).map((step) => (
          <StepItem key={step.text} {...step} />
        ))}
      </ol>
      {note && (
        <p className={styles.note}>
          {note.text}{' '}
          {note.link && (
            <a href={note.link.href} target="_blank" rel="noreferrer">
              {note.link.label}
            </a>
          )}
        </p>
      )}
    </Dialog>
  );
}
