import { describeFailure } from '../../api/errors.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';

type Props = { what: string; error: unknown; onCheck: () => void };

/** A write without an answer, whose result could not be read either. */
export const SaveUnknown = ({ what, error, onCheck }: Props) => (
  <ErrorNote
    what={`It is unknown whether ${what}`}
    {...describeFailure(error)}
    safe="What you entered is kept"
    actions={
      <Button size="toolbar" onClick={onCheck}>
        Check
      </Button>
    }
  />
);
