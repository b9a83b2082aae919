import { useId, useState } from 'react';
import type { Step, StepChoice, Steps } from '../../descriptors/steps.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import styles from './StepsDialog.module.css';

const ANY = '*';

const named = ({ options }: StepChoice): readonly string[] => options.filter((option) => option !== ANY);

/** The only one that the roles allow is what will be meant. */
const first = (choice: StepChoice): string => {
  const [only = '', ...more] = named(choice);
  return more.length === 0 ? only : '';
};

function helpOf(choice: StepChoice): string {
  const count = named(choice).length;
  if (choice.options.includes(ANY)) return 'Your roles allow any';
  return count === 0 ? 'Your roles do not name any' : `Your roles allow ${named(choice).join(', ')}`;
}

type ChoiceProps = { choice: StepChoice; value: string; onChange: (value: string) => void };

/** Names that the roles allow are offered; any other can be typed, for the server has the last word. */
function ChoiceField({ choice, value, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <TextField
        label={choice.label}
        help={choice.help ?? helpOf(choice)}
        value={value}
        onChange={(text) => onChange(text.trim())}
        className="mono"
        spellCheck={false}
        autoComplete="off"
        list={id}
      />
      <datalist id={id}>
        {named(choice).map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  );
}

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
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(choices.map((choice) => [choice.id, first(choice)])),
  );
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
