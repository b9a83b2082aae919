import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useRowWrites } from '../useRowWrites.ts';
import { singularName } from '../resourceMessages.ts';
import { inputsOf } from './form.ts';
import { FormSheet } from './FormSheet.tsx';
import { useDraftSlot } from './useDraftSlot.ts';
import { useFormValues } from './useFormValues.ts';

type CreateSheetProps = {
  resource: Restricted;
  /** The name react-admin knows the resource by. */
  name: string;
  onClose: () => void;
  /** The row as the server made it: show it, and the dialog that `form.created` names. */
  onCreated: (row: Row) => void;
};

type State = { kind: 'editing' } | { kind: 'creating' } | { kind: 'failed'; error: unknown };

/** A new row beside the list. What was entered stays, also when the form is closed. */
export default function CreateSheet(props: CreateSheetProps) {
  const draft = useDraftSlot(`${props.name}/:new`);
  return draft !== undefined && <CreateForm {...props} draft={draft} />;
}

function CreateForm({ resource, name, draft, onClose, onCreated }: CreateSheetProps & { draft: string }) {
  const fields = inputsOf(resource, 'create');
  const form = useFormValues(draft, fields, undefined);
  const writes = useRowWrites(name);
  const [state, setState] = useState<State>({ kind: 'editing' });
  const create = async () => {
    setState({ kind: 'creating' });
    try {
      const row = await writes.create(form.values);
      form.reset(undefined);
      onCreated(row);
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  };
  /** Not while the row is created: nobody would hear how that ended. */
  const close = () => {
    if (state.kind !== 'creating') onClose();
  };
  const discard = () => {
    if (state.kind === 'creating') return;
    form.reset(undefined);
    onClose();
  };
  const title = `New ${singularName(resource)}`;
  return (
    <FormSheet
      resource={resource}
      mode="create"
      title={title}
      called={`the ${title.toLowerCase()}`}
      form={form}
      summary={undefined}
      failure={
        state.kind === 'failed' && (
          <ErrorNote
            what={`${resource.label[0]} was not created`}
            {...describeFailure(state.error)}
            safe="What you entered is kept"
          />
        )
      }
      submit={{
        label: `Create ${singularName(resource)}`,
        busy: state.kind === 'creating' ? 'Creating' : undefined,
        run: () => void create(),
      }}
      onClose={close}
      onDiscard={discard}
    />
  );
}
