import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useRowWrites } from '../useRowWrites.ts';
import { singularName } from '../resourceMessages.ts';
import { changesOf, inputsOf, valuesOf, type Values } from './form.ts';
import { FormSheet } from './FormSheet.tsx';
import { SaveUnknown } from '../review/SaveUnknown.tsx';
import { useDraftSlot } from './useDraftSlot.ts';
import { useFormValues } from './useFormValues.ts';

type CreateSheetProps = NamedResource & {
  onClose: () => void;
  /** The row that the server created. The caller shows it, with the dialog that `form.created` names. */
  onCreated: (row: Row) => void;
};

/** `unknown`: no answer came, and the row could not be read either. */
type State =
  | { kind: 'editing' }
  | { kind: 'creating' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'unknown'; error: unknown; sent: Values };

/** The form for a new row, beside the list. The entered values are stored, also when the form is closed. */
export default function CreateSheet(props: CreateSheetProps) {
  const draft = useDraftSlot(`${props.name}/:new`);
  return draft !== undefined && <CreateForm {...props} draft={draft} />;
}

function CreateForm({ resource, name, draft, onClose, onCreated }: CreateSheetProps & { draft: string }) {
  const fields = inputsOf(resource, 'create');
  const form = useFormValues(draft, fields, undefined);
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const writes = useRowWrites(name);
  const [state, setState] = useState<State>({ kind: 'editing' });
  const create = async () => {
    const sent = form.values;
    setState({ kind: 'creating' });
    try {
      finish(await writes.create(sent));
    } catch (error) {
      if (mayBeDone(error)) await settle(sent, error);
      else setState({ kind: 'failed', error });
    }
  };
  const finish = (row: Row) => {
    form.reset(undefined);
    onCreated(row);
  };
  /** The server did not answer, so the row may or may not exist. Reading it shows which. */
  const settle = async (sent: Values, error: unknown) => {
    setState({ kind: 'creating' });
    try {
      const id = String(sent[resource.list.title]);
      const { data } = await dataProvider.getOne<Row>(name, { id });
      if (changesOf(fields, sent, valuesOf(fields, data)).length > 0) return setState({ kind: 'failed', error });
      void client.invalidateQueries();
      finish(data);
    } catch (unread) {
      setState(isApiError(unread, 404) ? { kind: 'failed', error } : { kind: 'unknown', error, sent });
    }
  };
  /** Not while the row is being created, because the result could not be shown. */
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
        state.kind === 'failed' ? (
          <ErrorNote
            what={`${resource.label[0]} was not created`}
            {...describeFailure(state.error)}
            safe="What you entered is kept"
          />
        ) : (
          state.kind === 'unknown' && (
            <SaveUnknown
              outcome={`the ${singularName(resource)} was created`}
              error={state.error}
              onCheck={() => void settle(state.sent, state.error)}
            />
          )
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
