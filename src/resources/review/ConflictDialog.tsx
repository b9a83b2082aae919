import { useId, useMemo, useState, type ReactNode } from 'react';
import { change } from '../../lib/sentence.ts';
import { plural } from '../../lib/numbers.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { Time } from '../../ui/Time.tsx';
import { singularName } from '../resourceMessages.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { SidePanelEffects } from '../dialogs/Effects.tsx';
import { EffectsPane, heldSave } from './EffectsPane.tsx';
import { isSameText, type Copy } from './compareWithServer.ts';
import { MergePane } from './MergePane.tsx';
import { conflictsOf, mergedText, mergeTexts, type Side } from './mergeTexts.ts';
import { ReviewFrame } from './ReviewFrame.tsx';
import styles from './Review.module.css';
import { useEffects } from './useEffects.ts';
import type { Writing, ReviewProps } from './useReview.ts';

type Choice = 'merge' | Side;

type Props = ReviewProps & {
  theirs: Copy;
  /** The document changed again on the server while the user resolved an earlier conflict. */
  isRepeated: boolean;
  writing: Writing;
  failure: ReactNode;
  save: (text: string, seen: Copy) => Promise<void>;
};

const CHOICES = ['merge', 'theirs', 'mine'] as const;

/** Two users changed one document. Nothing is written until the user has chosen what to save. */
export function ConflictDialog(props: Props) {
  const { resource, called, text, base, theirs, editorKind, isRepeated, isFaulty, writing, failure } = props;
  const { save, onClose, onEdit } = props;
  const noun = singularName(resource);
  const hunks = useMemo(() => mergeTexts(base?.text ?? '', text, theirs.text), [base, text, theirs]);
  const conflicts = conflictsOf(hunks).length;
  // Each side may have written the same at another place, which a merge of lines would repeat.
  const [isEqual] = useState(() => props.secrets.length === 0 && isSameText(text, theirs.text));
  const [choice, setChoice] = useState<Choice | undefined>(isEqual ? 'theirs' : conflicts === 0 ? 'merge' : undefined);
  const [sides, setSides] = useState<readonly (Side | undefined)[]>([]);
  const group = useId();

  const decided = conflicts === 0 || (sides.length === conflicts && sides.every((side) => side !== undefined));
  const merged = mergedText(
    hunks,
    sides.map((side) => side ?? 'mine'),
  );
  const result = choice === 'mine' ? text : choice === 'theirs' ? theirs.text : merged;
  const clean = hunks.filter((hunk) => hunk.kind === 'one' || hunk.kind === 'both').length;
  const isWriting = writing.kind === 'writing';
  // oxlint-disable-next-line react/exhaustive-deps -- the rules stay as they are while a review is open
  const isBroken = useMemo(() => choice !== 'theirs' && isFaulty(result), [choice, result]);
  const sentences = useEffects(props, choice === 'theirs' || isBroken ? undefined : result, theirs);
  const unsaved = choice === 'theirs' ? 'Nothing is saved' : isBroken && 'Unknown until the errors are fixed';
  const isOpen = choice === undefined || (choice === 'merge' && !decided);
  const disabledReason = isOpen ? 'Choose what to save' : heldSave(writing);

  const words: Record<Choice, { label: string; text: string }> = {
    merge: {
      label: 'Merge both',
      text:
        conflicts === 0
          ? `${plural(clean, 'place')} changed, no conflicts.`
          : `${clean} of ${plural(clean + conflicts, 'place')} merge automatically. ${conflicts === 1 ? 'One needs' : `${conflicts} need`} your choice, on the right.`,
    },
    theirs: {
      label: 'Keep theirs',
      text: 'Loads the server’s copy into the editor. Press Ctrl Z there to get your text back.',
    },
    mine: { label: 'Keep mine', text: 'Overwrites the other changes, shown on the right.' },
  };
  const choose = (next: Choice) => (
    <label key={next} className={styles.choice}>
      <input type="radio" name={group} checked={choice === next} onChange={() => setChoice(next)} />
      <span>
        <span className="strong">{words[next].label}</span>
        <p>{words[next].text}</p>
      </span>
    </label>
  );
  const decide = (nth: number, side: Side) => {
    setSides(Array.from({ length: conflicts }, (_, i) => (i === nth ? side : sides[i])));
    setChoice('merge');
  };

  return (
    <ReviewFrame
      title={`${resource.label[0]} ${called} changed on the server`}
      size="review"
      onClose={onClose}
      isSaving={isWriting}
      isFlagged
      save={
        choice === 'theirs' || isBroken
          ? {
              label: choice === 'theirs' ? 'Load their copy' : 'Fix the merged text',
              run: () => onEdit(result, theirs),
              disabledReason,
            }
          : {
              label: choice === 'mine' ? `Save my ${noun}` : `Save merged ${noun}`,
              run: () => void save(result, theirs),
              disabledReason,
            }
      }
      note={<span className={styles.read}>Nothing is saved until you save. Your text is kept as a draft.</span>}
    >
      <SidePanelEffects
        width={396}
        effects={
          <EffectsPane
            title={
              choice === 'mine' ? 'Effect of keeping mine' : choice === 'theirs' ? 'What is kept' : `The merged ${noun}`
            }
            sentences={unsaved ? [change(unsaved)] : (sentences ?? [])}
            editorKind={editorKind}
            texts={unsaved ? undefined : { after: result, before: theirs.text }}
            id={called}
            noun={noun}
          >
            <div className={styles.note}>
              {failure}
              {isRepeated && <Note kind="warn" title="It was changed again. Choose again." />}
              <Note kind="warn">
                {`You started from the ${noun} as of `}
                <Time date={new Date(base?.readAtMs ?? 0)} show="time" />
                {`. The server’s copy ${isEqual ? 'now has the values of your text' : 'is now different'}, so nothing was saved.`}
              </Note>
            </div>
            <h3>Choose what to save</h3>
            <div role="radiogroup" aria-label="What to save">
              {CHOICES.map(choose)}
            </div>
            {isBroken && (
              <Note kind="danger" title="The merged text has errors.">
                Fix them before you save.
              </Note>
            )}
          </EffectsPane>
        }
      >
        {choice === 'mine' || choice === 'theirs' ? (
          <ChangedLines before={choice === 'mine' ? theirs.text : text} after={result} name={`${called}.yaml`} />
        ) : (
          <MergePane hunks={hunks} sides={sides} onDecide={decide} />
        )}
      </SidePanelEffects>
    </ReviewFrame>
  );
}
