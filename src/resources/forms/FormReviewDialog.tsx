import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { Radio } from '../../ui/Check.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLate } from '../useAfter.ts';
import { useRowWrites } from '../useRowWrites.ts';
import { singularName } from '../resourceMessages.ts';
import type { RoleReview } from '../review/roleReview.ts';
import { CopyFailure, ReviewFrame } from '../review/ReviewFrame.tsx';
import { CHECK_FIRST, SaveUnknown } from '../review/SaveUnknown.tsx';
import { Sentences } from '../review/Sentences.tsx';
import { DeletedRowDialog } from './DeletedRowDialog.tsx';
import { changesOf, faultsOf, mergeValues, valuesOf, type FormField, type Values } from './form.ts';
import { sentencesOf } from './sentencesOf.ts';
import styles from './forms.module.css';

/** How to merge if the server's row has changed since the form was opened. */
type Choice = 'both' | 'mine' | 'theirs';
const CHOICES: readonly [Choice, string][] = [
  ['both', 'Merge both'],
  ['mine', 'Save mine and undo theirs'],
  ['theirs', 'Keep theirs and discard mine'],
];

type Props = NamedResource & {
  row: Row;
  fields: readonly FormField[];
  /** The values that the form started with, and its current values. */
  base: Values;
  values: Values;
  onClose: () => void;
  /** The server's new row; `before` is the previous one, if something was written. */
  onDone: (row: Row, before: Row | undefined) => void;
  /** The row was deleted in the meantime, and created again. */
  onCreated: (row: Row) => void;
};

/** Shows how saving a form would change the server's current row, and saves. */
export function FormReviewDialog(props: Props) {
  const { resource, name, row, onClose } = props;
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const now = useQuery({
    queryKey: ['review', name, row.id],
    gcTime: 0,
    staleTime: 'static',
    queryFn: async () => {
      const [{ data }, roleReview] = await Promise.all([
        dataProvider.getOne<Row>(name, { id: row.id, meta: { fresh: true } }),
        resource.form?.roleField === undefined
          ? undefined
          : import('../review/roleReview.ts').then(({ readRoleReview }) => readRoleReview(client, dataProvider)),
      ]);
      return { row: data, roleReview };
    },
  });
  const isLate = useLate();
  const readAgain = async () => {
    const { data } = await now.refetch({ throwOnError: true });
    return data?.row;
  };
  if (isApiError(now.error, 404)) return <DeletedRowDialog {...props} />;
  if (now.data) return <Review {...props} now={now.data.row} roleReview={now.data.roleReview} readAgain={readAgain} />;
  if (now.isPending && !isLate) return null;
  return (
    <ReviewFrame
      title={`Review changes to ${singularName(resource)} ${rowTitle(resource, row)}`}
      size="form"
      onClose={onClose}
    >
      {now.error ? <CopyFailure error={now.error} again={() => void now.refetch()} /> : <Skeleton width="60%" />}
    </ReviewFrame>
  );
}

type ReviewedProps = Props & {
  now: Row;
  roleReview: RoleReview | undefined;
  /** Its answer replaces `now`. */
  readAgain: () => Promise<Row | undefined>;
};

/** `unknown`: no answer came, and the row could not be read either. */
type State = { kind: 'asking' | 'saving' } | { kind: 'failed'; error: unknown } | { kind: 'unknown'; error: unknown };

function Review({ resource, name, fields, base, values, now, roleReview, readAgain, onClose, onDone }: ReviewedProps) {
  const writes = useRowWrites(name);
  const [chosen, setChoice] = useState<Choice>();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const theirs = valuesOf(fields, now);
  const moved = changesOf(fields, base, theirs).length > 0;
  const merged = mergeValues(fields, base, values, theirs);
  // Two changes that are each valid may together make a row that no server accepts.
  const cannotMerge = moved && faultsOf(fields, merged).size > 0;
  const choice = chosen ?? (cannotMerge ? 'mine' : 'both');
  const after = choice === 'theirs' ? theirs : choice === 'mine' ? values : merged;
  const [fault] = choice === 'theirs' ? [] : faultsOf(fields, after).values();
  const writesNothing = changesOf(fields, theirs, after).length === 0;
  const effects = writesNothing ? [] : sentencesOf(resource, fields, now, { ...now, ...after }, roleReview);
  const who = rowTitle(resource, now);
  const save = async () => {
    if (writesNothing) return onDone(now, undefined);
    setState({ kind: 'saving' });
    try {
      // Another user may have saved since the review was opened. Their changes are shown first.
      const fresh = (await readAgain()) ?? now;
      if (changesOf(fields, theirs, valuesOf(fields, fresh)).length > 0) return setState({ kind: 'asking' });
      onDone(await writes.update(fresh, { ...fresh, ...after }), fresh);
    } catch (error) {
      if (mayBeDone(error)) await settle(error);
      else setState({ kind: 'failed', error });
    }
  };
  /** The server did not answer, so the row may or may not be saved. Reading it shows which. */
  const settle = async (error: unknown) => {
    setState({ kind: 'saving' });
    try {
      const fresh = (await readAgain()) ?? now;
      if (changesOf(fields, after, valuesOf(fields, fresh)).length === 0) onDone(fresh, now);
      else setState({ kind: 'failed', error });
    } catch {
      setState({ kind: 'unknown', error });
    }
  };
  const disabledReason = state.kind === 'unknown' ? CHECK_FIRST : fault;
  return (
    <ReviewFrame
      title={`Review changes to ${singularName(resource)} ${who}`}
      size="form"
      onClose={onClose}
      isSaving={state.kind === 'saving'}
      isFlagged={cannotMerge || effects.some(({ flagged }) => flagged)}
      save={{
        label: writesNothing ? 'Keep the server’s copy' : `Save ${singularName(resource)}`,
        run: () => void save(),
        disabledReason,
      }}
    >
      <div className="grid g12">
        {state.kind === 'failed' && (
          <ErrorNote
            what={`${resource.label[0]} ${who} was not saved`}
            {...describeFailure(state.error)}
            safe="Your changes are kept"
          />
        )}
        {state.kind === 'unknown' && (
          <SaveUnknown
            outcome={`${singularName(resource)} ${who} was saved`}
            error={state.error}
            onCheck={() => void settle(state.error)}
          />
        )}
        {fault !== undefined && (
          <Note
            kind="danger"
            title={choice === 'both' ? 'The merged changes cannot be saved.' : 'This cannot be saved.'}
          >
            {fault}.
          </Note>
        )}
        {moved && (
          <Note kind="warn" title="Someone else changed it in the meantime.">
            <Sentences sentences={sentencesOf(resource, fields, { ...now, ...base }, now, roleReview)} />
            <fieldset className={styles.choices}>
              <legend className="vh">What to save</legend>
              {CHOICES.map(([value, label]) => (
                <Radio key={value} name="choice" checked={choice === value} onChange={() => setChoice(value)}>
                  {label}
                </Radio>
              ))}
            </fieldset>
          </Note>
        )}
        {writesNothing ? (
          <p>The server already has exactly this. Nothing is saved.</p>
        ) : (
          <Sentences sentences={effects} />
        )}
      </div>
    </ReviewFrame>
  );
}
