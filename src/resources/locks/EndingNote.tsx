import { plural } from '../../lib/numbers.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { sessionLabel, type Ending } from './endingSessions.ts';

const NAMED_MAX = 6;

type Props = {
  /** Undefined while the sessions are loading. */
  ending: Ending | undefined;
  /** Why they cannot be read. */
  unread: string | undefined;
  /** The lock would affect the user who creates it. */
  hitsSelf: boolean;
  count: number;
};

/** The immediate effects of the lock. */
export function EndingNote({ ending, unread, hitsSelf, count }: Props) {
  const each = count > 1 ? 'Each target becomes its own lock.' : '';
  const sessions = ending?.sessions ?? [];
  const rest = sessions.length - NAMED_MAX;
  const named = [...sessions.slice(0, NAMED_MAX).map(sessionLabel), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  const doubt =
    unread ?? (ending?.isSure === false ? 'The console cannot determine whether more sessions end' : undefined);
  return (
    <>
      {hitsSelf && (
        <Note kind="danger" title="This locks you out.">
          You lose access to every page, and only another administrator can lift the lock.
        </Note>
      )}
      {sessions.length > 0 ? (
        <Note
          kind="warn"
          title={`${plural(sessions.length, 'open session')} ${sessions.length === 1 ? 'ends' : 'end'} at once.`}
        >
          {[`${named}.`, doubt && `${doubt}.`, each].filter(Boolean).join(' ')}
        </Note>
      ) : (
        (ending ?? unread) && (
          <Note>{[doubt === undefined ? 'No open session ends.' : `${doubt}.`, each].filter(Boolean).join(' ')}</Note>
        )
      )}
    </>
  );
}
