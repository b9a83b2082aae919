import type { ReactNode } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { PHONE, useMedia } from '../../ui/useMedia.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import { iconNamed } from '../iconNamed.ts';
import styles from './forms.module.css';

/** A part of a side panel under a heading. */
export const SheetSection = ({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    <h3 className={styles.heading}>
      {title}
      {end && <span className={styles.end}>{end}</span>}
    </h3>
    {children}
  </section>
);

type Props = { heading: string; choices: readonly RowChoice[]; run: (choice: RowChoice) => void };

/** The actions of a row besides editing. Destructive ones are separate. */
export function RowActions({ heading, choices, run }: Props) {
  const isPhone = useMedia(PHONE);
  if (choices.length === 0) return null;
  return (
    <div className={styles.bottom}>
      <SheetSection title={heading}>
        <div className="flex wrap g8">
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
    </div>
  );
}
