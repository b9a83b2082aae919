import { plural } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import type { LockDraft } from './lockDraft.ts';

type Props = { begun: LockDraft; onContinue: () => void; onDiscard: () => void };

/** Offers an earlier draft, when another page has named targets for a new lock. */
export const LockDraftOffer = ({ begun: { targets, message, life }, onContinue, onDiscard }: Props) => (
  <Note
    title="You have a draft of a lock."
    actions={
      <>
        <Button onClick={onContinue}>Continue your draft</Button>
        <Button kind="quiet" onClick={onDiscard}>
          Discard draft
        </Button>
      </>
    }
  >
    {[
      plural(targets.length, 'target'),
      message === '' ? 'no message' : `message “${message}”`,
      ...(life === '' ? [] : [`ends after ${life}`]),
    ].join(', ')}
    . If you continue it, the targets chosen here are added. Until you choose, entries here are not stored.
  </Note>
);
