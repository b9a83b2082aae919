import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { singularName } from '../resourceMessages.ts';
import { ReviewFrame } from '../review/ReviewFrame.tsx';
import { writeFailure } from '../review/SaveUnknown.tsx';
import { useRowWrites } from '../useRowWrites.ts';
import type { Values } from './form.ts';

type Props = NamedResource & {
  row: Row;
  values: Values;
  onClose: () => void;
  onCreated: (row: Row) => void;
};

type State = { kind: 'asking' | 'saving' } | { kind: 'failed'; error: unknown };

/** The row was deleted while its form was open. The user can create a new one from the entered values. */
export function DeletedRowDialog({ resource, name, row, values, onClose, onCreated }: Props) {
  const writes = useRowWrites(name);
  const [state, setState] = useState<State>({ kind: 'asking' });
  const { create } = resource.may;
  const noun = singularName(resource);
  const who = rowTitle(resource, row);
  const run = async () => {
    setState({ kind: 'saving' });
    try {
      onCreated(await writes.create({ ...row, ...values }));
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  };
  return (
    <ReviewFrame
      title={`The ${noun} ${who} was deleted on the server`}
      size="form"
      onClose={onClose}
      isSaving={state.kind === 'saving'}
      isFlagged
      save={{
        label: `Create ${noun} again`,
        run: () => void run(),
        disabledReason: create.ok ? undefined : create.why,
      }}
    >
      {state.kind === 'failed' && (
        <ErrorNote
          what={writeFailure(state.error, `${noun} ${who}`)}
          {...describeFailure(state.error)}
          safe="Your changes are kept"
        />
      )}
      <Note kind="warn" title="Nothing was saved.">
        {`Someone deleted it after you opened it. What you entered can become a new ${noun} of the same name.`}
      </Note>
    </ReviewFrame>
  );
}
