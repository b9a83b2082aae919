import type { ReactNode } from 'react';
import { shownName } from '../../descriptors/documents.ts';
import { plural } from '../../lib/numbers.ts';
import { Tag } from '../../ui/Chips.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Dot } from '../../ui/StateMark.tsx';
import { Time } from '../../ui/Time.tsx';
import { singularName } from '../resourceMessages.ts';
import type { DraftState } from './DocumentSession.ts';
import { EditorHead } from './EditorHead.tsx';
import styles from './EditorPage.module.css';
import type { DocumentResource } from './openDocument.ts';

type Props = {
  resource: DocumentResource;
  /** Undefined for a document that the server does not have yet. */
  id: string | undefined;
  version: unknown;
  isChanged: boolean;
  draft: DraftState;
  errors: number;
  /** Why the review is disabled. */
  off: string | undefined;
  onDiscard: () => void;
  onReview: () => void;
  /** More buttons. */
  children: ReactNode;
};

/** Name of the document, whether it is saved, and the buttons to save it. */
export function DocumentHead({
  resource,
  id,
  version,
  isChanged,
  draft,
  errors,
  off,
  onDiscard,
  onReview,
  children,
}: Props) {
  return (
    <EditorHead
      resource={resource}
      title={id === undefined ? `New ${singularName(resource)}` : shownName(resource, id)}
      facts={
        <>
          {typeof version === 'string' && <Tag>{version}</Tag>}
          <DraftMark isChanged={isChanged} draft={draft} />
        </>
      }
    >
      {isChanged && (
        <span className={styles.tool}>
          <Button kind="quiet" icon="undo-2" onClick={onDiscard}>
            Discard draft
          </Button>
        </span>
      )}
      {children}
      {errors > 0 && <span className={styles.blocked} role="status">{`Fix ${plural(errors, 'error')} to review`}</span>}
      <Button kind={isChanged ? 'primary' : 'plain'} keys="Ctrl+S" off={off} onClick={onReview}>
        Review changes
      </Button>
    </EditorHead>
  );
}

/** Whether there are unsaved changes, and where they are stored. */
function DraftMark({ isChanged, draft }: { isChanged: boolean; draft: DraftState }) {
  if (!isChanged) return null;
  return (
    <span className={styles.unsaved}>
      <Dot kind={draft.kind === 'refused' || draft.kind === 'secret' ? 'danger' : 'warn'} />
      <span className={styles.word}>
        Unsaved
        <span className={styles.wide}>
          {draft.kind === 'kept' && (
            <>
              , draft kept here at <Time date={new Date(draft.atMs)} show="time" />
            </>
          )}
          {draft.kind === 'refused' && ', and this browser cannot store a draft'}
          {draft.kind === 'secret' && ', no draft is kept: it could hold a secret'}
        </span>
      </span>
    </span>
  );
}
