import { describeFailure } from '../../api/errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { Time } from '../../ui/Time.tsx';
import { one } from '../resourceMessages.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { SidePanelEffects } from '../dialogs/Effects.tsx';
import { EffectsPane, SaveFailure } from './EffectsPane.tsx';
import type { Copy } from './compareWithServer.ts';
import styles from './Review.module.css';
import { useEffects } from './useEffects.ts';
import { useReview, type ReviewProps } from './useReview.ts';

/** Shows what saving would do against what the server has now, and saves. */
export function ReviewDialog(props: ReviewProps) {
  const { resource, called, text, known, reprint, onClose, onWritten } = props;
  const { review, writing, again, write } = useReview(props);
  const theirs = review.kind === 'clear' ? review.theirs : undefined;
  const sentences = useEffects(props, review.kind === 'clear' ? text : undefined, theirs);
  const what = one(resource);
  const isWriting = writing.kind === 'writing';

  const back = (label = 'Back to editing', autoFocus = true) => (
    <Button size="form" autoFocus={autoFocus} off={isWriting ? 'Wait until it is saved' : undefined} onClick={onClose}>
      {label}
    </Button>
  );
  const save = async (saved: string, seen: Copy | undefined) => {
    const written = await write(saved, seen);
    if (written) onWritten(written, saved);
  };

  const title =
    review.kind === 'clear' && !theirs ? `Review new ${what} ${called}` : `Review changes to ${what} ${called}`;
  const waiting = (why: string) => (
    <Dialog title={title} size="review" onClose={onClose} footer={back()}>
      <Waiting>{why}</Waiting>
    </Dialog>
  );
  switch (review.kind) {
    case 'reading':
      return waiting('Loading the server’s copy');
    case 'unread': {
      const { why, details } = describeFailure(review.error);
      return (
        <Dialog title={title} size="form" onClose={onClose} footer={back()}>
          <ErrorNote
            what="Could not load the server’s copy"
            why={why}
            safe="Nothing was saved and your text is kept"
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
        <Dialog title={`A ${what} ${called} already exists`} size="form" onClose={onClose} footer={back()}>
          <Note kind="warn" title="Nothing was saved.">
            {`Give the new ${what} another name, or open the existing one and change it.`}
          </Note>
        </Dialog>
      );
    case 'gone':
      return (
        <Dialog
          title={`The ${what} ${called} was deleted on the server`}
          size="form"
          onClose={onClose}
          dismissGuard={isWriting ? 'working' : undefined}
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
          <Note kind="warn" title="Nothing was saved.">
            {`Someone deleted it after you opened it. Your text can become a new ${what} of the same name.`}
          </Note>
        </Dialog>
      );
    case 'moved':
      return <ConflictDialog {...props} theirs={review.theirs} writing={writing} save={save} />;
    case 'clear': {
      if (!sentences) return waiting('Calculating the effects');
      const isFlagged = sentences.some(({ flagged }) => flagged);
      return (
        <Dialog
          title={title}
          size="review"
          onClose={onClose}
          dismissGuard={isWriting ? 'working' : undefined}
          footer={
            <>
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
              {back('Back to editing', isFlagged)}
              <Button
                kind="primary"
                size="form"
                autoFocus={!isFlagged}
                busy={isWriting ? 'Saving' : undefined}
                onClick={() => void save(text, theirs)}
              >
                {`Save ${what}`}
              </Button>
            </>
          }
        >
          <SidePanelEffects
            width={396}
            effects={
              <EffectsPane
                title="What this does"
                sentences={sentences}
                known={known}
                id={called}
                what={what}
                texts={{ after: text, before: theirs?.text }}
              >
                {writing.kind === 'failed' && <SaveFailure what={`The ${what} ${called}`} error={writing.error} />}
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
        </Dialog>
      );
    }
  }
}
