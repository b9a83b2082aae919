import { describeFailure } from '../../api/errors.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import styles from './History.module.css';

type Props = { what: string; error: unknown; onAgain: () => void };

/** In place of content that could not be read. */
export function ReadFailure({ what, error, onAgain }: Props) {
  const { why, details } = describeFailure(error);
  return (
    <div className={styles.notes}>
      <ErrorNote what={what} why={why} details={details} actions={<Button onClick={onAgain}>Try again</Button>} />
    </div>
  );
}
