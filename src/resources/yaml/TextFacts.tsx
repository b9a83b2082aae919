import { plural } from '../../lib/numbers.ts';

type Props = {
  /** Lines that the server's copy does not have like this. */
  changes: number;
  /** There is a form for this kind, and what keeps it away: no room, or too much text. */
  hasForm: boolean;
  isPhone: boolean;
  isLong: boolean;
};

/** What one should know of the text, beside its name. */
export function TextFacts({ changes, hasForm, isPhone, isLong }: Props) {
  if (hasForm && isPhone) return <span className="t3 small cut">The form needs a wider screen</span>;
  return (
    <>
      {changes > 0 && (
        <span className="t3 small">{`${plural(changes, 'line differs', 'lines differ')} from the server’s copy`}</span>
      )}
      {hasForm && isLong && <span className="t3 small cut">Too long a text for the form</span>}
    </>
  );
}
