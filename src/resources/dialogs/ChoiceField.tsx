import { useId } from 'react';
import type { StepChoice } from '../../descriptors/steps.ts';
import { TextField } from '../../ui/plain/TextField.tsx';
import styles from './StepsDialog.module.css';

const ANY = '*';

const named = ({ options }: StepChoice): readonly string[] => options.filter((option) => option !== ANY);

/** If the roles allow only one name, it is the default. */
const first = (choice: StepChoice): string => {
  const [only = '', ...more] = named(choice);
  return more.length === 0 ? only : '';
};

/** The initial selection. */
export const firstChoices = (choices: readonly StepChoice[]): Readonly<Record<string, string>> =>
  Object.fromEntries(choices.map((choice) => [choice.id, first(choice)]));

function helpOf(choice: StepChoice): string {
  const count = named(choice).length;
  if (choice.options.includes(ANY)) return 'Your roles allow any';
  return count === 0 ? 'Your roles do not name any' : `Your roles allow ${named(choice).join(', ')}`;
}

type Props = {
  choice: StepChoice;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
};

/** Suggests the names that the roles allow. Any other can be typed, because the server decides. */
export function ChoiceField({ choice, value, onChange, error, autoFocus }: Props) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <TextField
        label={choice.label}
        help={choice.help ?? helpOf(choice)}
        error={error}
        value={value}
        onChange={(text) => onChange(text.trim())}
        className="mono"
        spellCheck={false}
        autoComplete="off"
        autoFocus={autoFocus}
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
