import { describeFailure } from '../../api/errors.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';

/** Why the save button beside it is disabled. */
export const CHECK_FIRST = 'Check first whether it was saved';

/** Title for a failed write whose result is not checked. */
export const writeFailure = (error: unknown, subject: string): string =>
  mayBeDone(error)
    ? `It is unknown whether ${subject} was created`
    : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} was not created`;

type Props = {
  /** Completes "It is unknown whether …". */
  outcome: string;
  error: unknown;
  safe?: string;
  onCheck: () => void;
};

/** A write without an answer, and without a way to read its result. */
export const SaveUnknown = ({ outcome, error, safe = 'What you entered is kept', onCheck }: Props) => (
  <ErrorNote
    what={`It is unknown whether ${outcome}`}
    {...describeFailure(error)}
    safe={safe}
    actions={<Button onClick={onCheck}>Check</Button>}
  />
);
