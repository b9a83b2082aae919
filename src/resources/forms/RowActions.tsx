import { Button } from '../../ui/plain/Button.tsx';
import type { RowChoice } from '../actions/rowChoices.ts';
import { iconNamed } from '../iconNamed.ts';
import { useMedia, PHONE } from '../../ui/useMedia.ts';
import styles from './forms.module.css';
import { SheetSection } from './SheetSection.tsx';

type Props = { heading: string; choices: readonly RowChoice[]; run: (choice: RowChoice) => void };

/** What can be done with a row besides changing it; what destroys stands apart. */
export function RowActions({ heading, choices, run }: Props) {
  const isPhone = useMedia(PHONE);
  if (choices.length === 0) return null;
  return (
    <SheetSection title={heading}>
      <div className={styles.actions}>
        {choices.map((choice) => (
          <Button
            key={choice.id}
            size={isPhone ? 'form' : 'toolbar'}
            kind={choice.danger ? 'quietDanger' : 'plain'}
            icon={iconNamed(choice.icon)}
            className={choice.danger ? styles.danger : undefined}
            off={choice.off}
            onClick={() => run(choice)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
    </SheetSection>
  );
}
