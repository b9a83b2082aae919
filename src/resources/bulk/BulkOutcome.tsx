import { Link } from 'react-router-dom';
import type { Resource } from '../../descriptors/defineResource.ts';
import { formatCount } from '../../lib/numbers.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { countOf } from '../resourceMessages.ts';
import type { tally } from './BulkRun.ts';
import type { BulkWords } from './bulkMessages.ts';

type Props = {
  resource: Resource;
  words: BulkWords;
  counts: ReturnType<typeof tally>;
  /** Rows that were to be done. */
  total: number;
  /** Where the events of what was done are listed. */
  events: string | undefined;
};

function doneMessage(done: number, words: BulkWords): string {
  if (done === 0) return `Nothing was ${words.done}.`;
  return done === 1 ? `The other one is ${words.done}.` : `The ${formatCount(done)} others are ${words.done}.`;
}

/** What came of it, and what to do now. */
export function BulkOutcome({ resource, words, counts, total, events }: Props) {
  const { done, failed, unknown, waits } = counts;
  const wrong = failed + unknown;
  const left = total - done;
  return (
    <>
      <h3>Result</h3>
      {wrong > 0 ? (
        <Note
          kind="danger"
          title={`${formatCount(wrong)} of ${countOf(resource, total)} ${wrong === 1 ? 'is' : 'are'} not known to be ${words.known}.`}
        >
          {`The reason stands beside each. ${doneMessage(done, words)}`}
        </Note>
      ) : (
        <p>{`${countOf(resource, done)} ${words.known}.`}</p>
      )}
      {waits > 0 && <p>{`${formatCount(waits)} ${waits === 1 ? 'was' : 'were'} not begun, as you stopped.`}</p>}
      {left > 0 && (
        <>
          <h3>What now</h3>
          <p>
            {`${left === 1 ? 'It stays' : 'They stay'} selected in the list. `}
            {failed > 0 && `${words.again} `}
            {unknown > 0 && words.check}
          </p>
        </>
      )}
      <h3>Undo</h3>
      <p>
        {words.undo}{' '}
        {events !== undefined && (
          <Link className="link" to={events}>
            {done === 1 ? 'Show the event' : `Show the ${formatCount(done)} events`}
          </Link>
        )}
      </p>
    </>
  );
}
