import { Icon } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { Time } from '../../ui/Time.tsx';
import { singularName } from '../resourceMessages.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { SidePanelEffects } from '../dialogs/Effects.tsx';
import { EffectsPane, heldSave, SaveFailure } from './EffectsPane.tsx';
import type { Copy } from './compareWithServer.ts';
import styles from './Review.module.css';
import { CopyFailure, ReviewFrame } from './ReviewFrame.tsx';
import { useEffects } from './useEffects.ts';
import { useReview, type ReviewProps } from './useReview.ts';

/** Shows how saving a document would change the server's current copy, as lines and as sentences, and saves. */
export function DocumentReviewDialog(props: ReviewProps) {
  const { resource, called, text, editorKind, reprint, onClose, onWritten } = props;
  const { review, writing, again, write, settle } = useReview(props);
  const theirs = review.kind === 'clear' ? review.theirs : undefined;
  const sentences = useEffects(props, review.kind === 'clear' ? text : undefined, theirs);
  const noun = singularName(resource);
  const isWriting = writing.kind === 'writing';

  const save = async (saved: string, seen: Copy | undefined) => {
    const written = await write(saved, seen);
    if (written) onWritten(written, saved);
  };
  const check = async () => {
    if (writing.kind !== 'unknown') return;
    const written = await settle(writing.text, writing.seen, writing.error);
    if (written) onWritten(written, writing.text);
  };
  const failure = <SaveFailure noun={`The ${noun} ${called}`} writing={writing} onCheck={() => void check()} />;

  const title =
    review.kind === 'clear' && !theirs ? `Review new ${noun} ${called}` : `Review changes to ${noun} ${called}`;
  const waiting = (why: string) => (
    <ReviewFrame title={title} size="review" onClose={onClose}>
      <Waiting>{why}</Waiting>
    </ReviewFrame>
  );
  switch (review.kind) {
    case 'reading':
      return waiting('Loading the server’s copy');
    case 'unread':
      return (
        <ReviewFrame title={title} size="form" onClose={onClose}>
          <CopyFailure error={review.error} again={again} />
        </ReviewFrame>
      );
    case 'taken':
      return (
        <ReviewFrame title={`A ${noun} ${called} already exists`} size="form" onClose={onClose}>
          <Note kind="warn" title="Nothing was saved.">
            {`Give the new ${noun} another name, or open the existing one and change it.`}
          </Note>
        </ReviewFrame>
      );
    case 'gone':
      return (
        <ReviewFrame
          title={`The ${noun} ${called} was deleted on the server`}
          size="form"
          onClose={onClose}
          isSaving={isWriting}
          isFlagged
          save={{
            label: `Create ${noun} again`,
            run: () => void save(text, undefined),
            disabledReason: heldSave(writing),
          }}
        >
          {failure}
          <Note kind="warn" title="Nothing was saved.">
            {`Someone deleted it after you opened it. Your text can become a new ${noun} of the same name.`}
          </Note>
        </ReviewFrame>
      );
    case 'conflict':
      // Decisions about one copy do not apply to the next, so each copy gets a new dialog.
      return (
        <ConflictDialog
          key={review.theirs.revision ?? review.theirs.text}
          {...props}
          theirs={review.theirs}
          isRepeated={review.isRepeated === true}
          writing={writing}
          failure={failure}
          save={save}
        />
      );
    case 'clear':
      if (!sentences) return waiting('Calculating the effects');
      return (
        <ReviewFrame
          title={title}
          size="review"
          onClose={onClose}
          isSaving={isWriting}
          isFlagged={sentences.some(({ flagged }) => flagged)}
          save={{ label: `Save ${noun}`, run: () => void save(text, theirs), disabledReason: heldSave(writing) }}
          note={
            <span className={styles.read}>
              {theirs && (
                <>
                  <Icon name="check" size={14} />
                  <span>
                    Compared with the server’s copy loaded at <Time date={new Date(theirs.readAtMs)} show="time" />
                  </span>
                </>
              )}
            </span>
          }
        >
          <SidePanelEffects
            width={396}
            effects={
              <EffectsPane
                title="What this does"
                sentences={sentences}
                editorKind={editorKind}
                id={called}
                noun={noun}
                texts={{ after: text, before: theirs?.text }}
              >
                {failure}
                {reprint !== undefined && (
                  <div className={styles.note}>
                    <Note kind="warn" title="The server reformats documents.">
                      {reprint}
                    </Note>
                  </div>
                )}
              </EffectsPane>
            }
          >
            <ChangedLines before={theirs?.text ?? ''} after={text} name={`${called}.yaml`} />
          </SidePanelEffects>
        </ReviewFrame>
      );
  }
}
