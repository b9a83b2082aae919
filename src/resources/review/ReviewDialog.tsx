import { describeFailure } from '../../api/errors.ts';
import type { Sentence } from '../../descriptors/defineResource.ts';
import type { Secret } from '../../wire/secretText.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { Time } from '../../ui/Time.tsx';
import { one } from '../words.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { BesideEffects } from './BesideEffects.tsx';
import { EffectsPane } from './EffectsPane.tsx';
import type { Copy } from './judgeCopy.ts';
import styles from './Review.module.css';
import type { ReviewProps } from './reviewProps.ts';
import { SaveFailure } from './SaveFailure.tsx';
import { useReview } from './useReview.ts';

const renewed = ({ path }: Secret): Sentence => ({ text: `Replaces the secret in ${path.join('.')}`, flagged: true });

/** Shows what saving would do against what the server has now, and saves. */
export function ReviewDialog(props: ReviewProps) {
  const { resource, called, text, secrets, known, describe, readValue, reprint, onClose, onWritten } = props;
  const { review, writing, again, write } = useReview(props);
  const what = one(resource);
  const isWriting = writing.kind === 'writing';

  const back = (label = 'Back to editing', autoFocus = true) => (
    <Button size="form" autoFocus={autoFocus} off={isWriting ? 'Wait until it is saved' : undefined} onClick={onClose}>
      {label}
    </Button>
  );
  const effects = (after: string, before: Copy | undefined): readonly Sentence[] => {
    const [was, is] = [before && readValue(before.text), readValue(after)];
    const said = known.review?.(was, is) ?? [];
    if (!before) return said.length > 0 ? said : [{ text: `Adds the ${what} ${called}`, flagged: false }];
    // A secret that is replaced is no change of a field that could be seen.
    const isSeen = after !== before.text || secrets.length === 0;
    return [...(said.length > 0 || !isSeen ? said : describe(was, is)), ...secrets.map(renewed)];
  };
  const save = async (saved: string, seen: Copy | undefined) => {
    const written = await write(saved, seen);
    if (written) onWritten(written, saved);
  };

  switch (review.kind) {
    case 'reading':
      return (
        <Dialog title={`Review changes to ${what} ${called}`} size="review" onClose={onClose} footer={back()}>
          <Waiting>Reading the server’s copy</Waiting>
        </Dialog>
      );
    case 'unread': {
      const { why, details } = describeFailure(review.error);
      return (
        <Dialog title={`Review changes to ${what} ${called}`} size="form" onClose={onClose} footer={back()}>
          <ErrorNote
            what="The server’s copy could not be read"
            why={why}
            safe="Nothing was written and your text is kept"
            details={details}
            actions={
              <Button size="toolbar" onClick={again}>
                Try again
              </Button>
            }
          />
        </Dialog>
      );
    }
    case 'taken':
      return (
        <Dialog title={`There is a ${what} ${called} already`} size="form" onClose={onClose} footer={back()}>
          <Note kind="warn" title="Nothing was written.">
            {`Give the new ${what} another name, or open the one that exists and change it.`}
          </Note>
        </Dialog>
      );
    case 'gone':
      return (
        <Dialog
          title={`The ${what} ${called} was deleted on the server`}
          size="form"
          onClose={onClose}
          hold={isWriting ? 'working' : undefined}
          footer={
            <>
              {back()}
              <Button
                kind="primary"
                size="form"
                busy={isWriting ? 'Saving' : undefined}
                onClick={() => void save(text, undefined)}
              >
                {`Create ${what} again`}
              </Button>
            </>
          }
        >
          {writing.kind === 'failed' && <SaveFailure what={`The ${what} ${called}`} error={writing.error} />}
          <Note kind="warn" title="Nothing was written.">
            {`Somebody deleted it after you opened it. Your text can become a new ${what} of the same name.`}
          </Note>
        </Dialog>
      );
    case 'moved':
      return <ConflictDialog {...props} theirs={review.theirs} writing={writing} effects={effects} save={save} />;
    case 'clear': {
      const sentences = effects(text, review.theirs);
      const isFlagged = sentences.some(({ flagged }) => flagged);
      return (
        <Dialog
          title={review.theirs ? `Review changes to ${what} ${called}` : `Review new ${what} ${called}`}
          size="review"
          onClose={onClose}
          hold={isWriting ? 'working' : undefined}
          footer={
            <>
              <span className={styles.read}>
                {review.theirs && (
                  <>
                    <Icon name="check" size={14} />
                    <span>
                      Compared with the server’s copy read at{' '}
                      <Time date={new Date(review.theirs.readAtMs)} show="time" />
                    </span>
                  </>
                )}
              </span>
              {back('Back to editing', isFlagged)}
              <Button
                kind="primary"
                size="form"
                autoFocus={!isFlagged}
                busy={isWriting ? 'Saving' : undefined}
                onClick={() => void save(text, review.theirs)}
              >
                {`Save ${what}`}
              </Button>
            </>
          }
        >
          <BesideEffects
            width={396}
            effects={
              <EffectsPane
                title="What this does"
                sentences={sentences}
                known={known}
                id={called}
                what={what}
                texts={{ after: text, before: review.theirs?.text }}
              >
                {writing.kind === 'failed' && <SaveFailure what={`The ${what} ${called}`} error={writing.error} />}
                {reprint !== undefined && (
                  <div className={styles.note}>
                    <Note kind="warn" title="The server prints documents anew.">
                      {reprint}
                    </Note>
                  </div>
                )}
              </EffectsPane>
            }
          >
            <ChangedLines before={review.theirs?.text ?? ''} after={text} name={`${called}.yaml`} />
          </BesideEffects>
        </Dialog>
      );
    }
  }
}
