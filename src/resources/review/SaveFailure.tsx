import { describeFailure, isApiError } from '../../api/errors.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import styles from './Review.module.css';

/** What the server said to a text that it did not take. */
export function SaveFailure({ what, error }: { what: string; error: unknown }) {
  const { why, details } = describeFailure(error);
  return (
    <div className={styles.note}>
      <ErrorNote
        what={`${what} was not saved`}
        why={why}
        safe="Your text is kept"
        todo={
          isApiError(error, 403)
            ? 'Another text cannot help: an administrator can give you the right'
            : 'Go back to editing, fix it and save again'
        }
        details={details}
      />
    </div>
  );
}
