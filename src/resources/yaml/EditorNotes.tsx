import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Time } from '../../ui/Time.tsx';
import { plural } from '../../lib/numbers.ts';
import { allOf } from '../../lib/sentence.ts';
import styles from './EditorPage.module.css';
import type { Restored } from './openDocument.ts';
import type { DraftSlot } from './draftSlot.ts';

type Props = {
  slot: DraftSlot;
  restored: Restored | undefined;
  /** The text is an earlier revision. */
  isRevision: boolean;
  /** Why the document cannot be changed here. */
  heldBecause: string | undefined;
  /** Paths that the server's configuration file decides. */
  fixed: readonly string[] | undefined;
  onDiscard: () => void;
  onDismiss: () => void;
};

/** A tab that was closed sends no message, so the page checks again at this interval. */
const LOOK_AGAIN_MS = 3000;

/** What the user must know before typing: the text is an older draft, or the document is also open elsewhere. */
export function EditorNotes({ slot, restored, isRevision, heldBecause, fixed = [], onDiscard, onDismiss }: Props) {
  const others = useSyncExternalStore(slot.subscribe, slot.others);
  useEffect(() => {
    if (others === 0) return;
    const timer = setInterval(() => void slot.count(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [slot, others]);
  if (!restored && !isRevision && heldBecause === undefined && others === 0 && fixed.length === 0) return null;
  return (
    <div className={styles.notes}>
      {others > 0 && (
        <Note kind="warn" title={`Open in ${plural(others, 'other tab')} too.`}>
          Each tab keeps its own draft. When the second one saves, it shows the changes of the first.
        </Note>
      )}
      {heldBecause !== undefined && <Note title="This document is read-only.">{`${heldBecause}.`}</Note>}
      {fixed.length > 0 && (
        <Note title="gateway.yaml sets part of this.">
          {`${allOf(fixed)} ${fixed.length === 1 ? 'is' : 'are'} changed in that file. Here you can leave ${fixed.length === 1 ? 'it' : 'they'} out, or repeat the same value.`}
        </Note>
      )}
      {isRevision && (
        <Note title="This is an earlier revision, from the history.">
          Nothing is saved until you review and save it.
        </Note>
      )}
      {restored && (
        <Note
          title="Your unsaved text was restored."
          actions={
            <>
              <Button size="inline" onClick={onDismiss}>
                Continue with it
              </Button>
              <Button size="inline" kind="quiet" onClick={onDiscard}>
                Discard draft
              </Button>
            </>
          }
        >
          {'It was stored in this browser at '}
          <Time date={new Date(restored.savedAtMs)} />
          {restored.moved === undefined
            ? '. The server does not have it yet.'
            : restored.moved
              ? '. The server’s copy has changed since. The review shows both.'
              : '. The server’s copy has not changed since.'}
        </Note>
      )}
    </div>
  );
}
