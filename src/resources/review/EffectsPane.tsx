import { type ReactNode, useState } from 'react';
import { useGetList } from 'ra-core';
import type { Sentence } from '../../lib/sentence.ts';
import { describeFailure, isApiError, isOvertaken } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { plural } from '../../lib/numbers.ts';
import { Person } from '../../ui/Person.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { ReachEffects } from '../access/ReachEffects.tsx';
import type { EditorKind } from '../yaml/kinds/kind.ts';
import { Sentences } from './Sentences.tsx';
import styles from './Review.module.css';
import { CHECK_FIRST, SaveUnknown } from './SaveUnknown.tsx';
import type { Writing } from './useReview.ts';

type Props = {
  title: string;
  sentences: readonly Sentence[];
  editorKind: EditorKind;
  /** Name of the document, and its kind: "role". */
  id: string;
  noun: string;
  /** The text that would be written, and the server's. Absent: nothing is written. */
  texts?: { after: string; before: string | undefined } | undefined;
  /** Above the sentences: notes, choices. */
  children?: ReactNode;
};

/** The effects of a change: what it does, whom it affects, and when. */
export const EffectsPane = ({ title, sentences, editorKind, id, noun, texts, children }: Props) => (
  <>
    {children}
    <h3>{title}</h3>
    {editorKind.reach && texts ? (
      <ReachEffects sentences={sentences} text={texts.after} saved={texts.before} />
    ) : (
      <Sentences sentences={sentences} />
    )}
    {editorKind.heldBy && (
      <>
        <h3>Who is affected</h3>
        <Holders heldBy={editorKind.heldBy} id={id} noun={noun} />
      </>
    )}
    {editorKind.takesEffect && (
      <>
        <h3>When</h3>
        <p>{editorKind.takesEffect}</p>
      </>
    )}
  </>
);

type HoldersProps = { heldBy: NonNullable<EditorKind['heldBy']>; id: string; noun: string };

/** Enough names to recognize the group. */
const SHOWN = 5;
const ALL = { page: 1, perPage: 100_000 };

/** The users that a change affects, or a note that they cannot be read. */
function Holders({ heldBy: { resource, field }, id, noun }: HoldersProps) {
  const [all, setAll] = useState(false);
  const { data, error } = useGetList<Row>(resource, { pagination: ALL });
  if (error) return <p>{`Cannot load who has this ${noun}. ${describeFailure(error).why}`}</p>;
  if (!data) return <p className="t3">Loading users</p>;
  const holders = data.filter((row) => [row[field]].flat().includes(id));
  if (holders.length === 0) return <p>{`No user has this ${noun} yet.`}</p>;
  const shownHolders = all ? holders : holders.slice(0, SHOWN);
  return (
    <>
      <p>
        <b className="strong num">{plural(holders.length, 'user')}</b>
        {` ${holders.length === 1 ? 'has' : 'have'} this ${noun}.`}
      </p>
      <div className={styles.people}>
        {shownHolders.map((row) => (
          <Person key={row.id} name={row.id} />
        ))}
        {holders.length > shownHolders.length && (
          <button type="button" className="link" onClick={() => setAll(true)}>
            {`${holders.length - shownHolders.length} more`}
          </button>
        )}
      </div>
    </>
  );
}

type FailureProps = { noun: string; writing: Writing; onCheck: () => void };

/** Why saving is disabled at the moment. */
export const heldSave = (writing: Writing): string | undefined =>
  writing.kind === 'unknown' ? CHECK_FIRST : undefined;

/** What can help after a refusal, by its status: a cluster uses 403 and 404 also for what a text names. */
function adviceFor(error: unknown): string {
  const edit = 'back to editing, fix it and save again';
  if (isApiError(error, 403)) return `If your roles do not allow this, ask an administrator. Otherwise go ${edit}`;
  if (isApiError(error, 404)) return 'Go back to editing, correct the name that does not exist and save again';
  if (isApiError(error, 429)) return 'Wait a minute and save again. If that fails too, shorten the text';
  if (isOvertaken(error)) return `Save again: it is compared with the server’s copy first. If that fails, go ${edit}`;
  return `${mayBeDone(error) ? 'Save again, or go' : 'Go'} ${edit}`;
}

/** The server's error for a text that it rejected, or a note that it did not answer. */
export function SaveFailure({ noun, writing, onCheck }: FailureProps) {
  if (writing.kind !== 'failed' && writing.kind !== 'unknown') return null;
  const { error } = writing;
  const safe = 'Your text is kept';
  return (
    <div className={styles.note}>
      {writing.kind === 'failed' ? (
        <ErrorNote what={`${noun} was not saved`} {...describeFailure(error)} safe={safe} todo={adviceFor(error)} />
      ) : (
        <SaveUnknown
          outcome={`${noun.charAt(0).toLowerCase()}${noun.slice(1)} was saved`}
          error={error}
          safe={safe}
          onCheck={onCheck}
        />
      )}
    </div>
  );
}
