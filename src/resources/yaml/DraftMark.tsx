import { Dot } from '../../ui/StateMark.tsx';
import { Time } from '../../ui/Time.tsx';
import type { DraftState } from './DocumentSession.ts';
import styles from './EditorPage.module.css';

/** Whether there is something unsaved, and where it is safe. */
export function DraftMark({ isChanged, draft }: { isChanged: boolean; draft: DraftState }) {
  if (!isChanged) return null;
  return (
    <span className={styles.unsaved}>
      <Dot kind={draft.kind === 'refused' ? 'danger' : 'warn'} />
      <span className={styles.word}>
        Unsaved
        <span className={styles.wide}>
          {draft.kind === 'kept' && (
            <>
              , draft kept here at <Time date={new Date(draft.atMs)} show="time" />
            </>
          )}
          {draft.kind === 'refused' && ', and this browser has no room for a draft'}
        </span>
      </span>
    </span>
  );
}
