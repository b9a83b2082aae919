import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import type { NamedResource, Restricted } from '../../descriptors/restrict.ts';
import { fieldNamed, rowTitle } from '../../descriptors/rows.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Person } from '../../ui/Person.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { RowChoice } from '../actions/rowChoices.ts';
import { useLate } from '../useAfter.ts';
import { useRowWrites } from '../useRowWrites.ts';
import { singularName } from '../resourceMessages.ts';
import { inputsOf } from './form.ts';
import { FormSheet } from './FormSheet.tsx';
import styles from './forms.module.css';
import { FormReviewDialog } from './FormReviewDialog.tsx';
import { RowActions } from './SheetSection.tsx';
import { announceSave, takenBack } from './undoSave.ts';
import { useDraftSlot } from './useDraftSlot.ts';
import { useFormValues } from './useFormValues.ts';

type EditSheetProps = NamedResource & {
  row: Row;
  /** The actions of the row besides opening it. */
  choicesOf: (row: Row) => readonly RowChoice[];
  run: (choice: RowChoice, row: Row) => void;
  /** A row that was deleted in the meantime was created again. */
  onCreated: (row: Row) => void;
  onClose: () => void;
  /** Opens the row before or after this one in the list; undefined at its ends. */
  onStep: { previous: (() => void) | undefined; next: (() => void) | undefined };
};

/** One row beside its list, to read and to change. Give it the row's id as key. */
export default function EditSheet(props: EditSheetProps) {
  const { resource, name, row, onClose } = props;
  const dataProvider = useDataProvider();
  const got = useQuery({
    queryKey: ['sheet', name, row.id],
    gcTime: 0,
    staleTime: 'static',
    queryFn: async ({ signal }) =>
      (await dataProvider.getOne<Row>(name, { id: row.id, signal, meta: { fresh: true } })).data,
  });
  const draft = useDraftSlot(`${name}/${row.id}`);
  const isLate = useLate();
  if (got.data && draft !== undefined) return <Loaded {...props} row={got.data} draft={draft} />;
  if (!got.error && !isLate) return null;
  return (
    <Sheet
      title={titleOf(resource, row)}
      tools={<StepTools {...props} />}
      width={480}
      className={styles.beside}
      onClose={onClose}
    >
      <div className={styles.notes}>
        {got.error ? (
          <ErrorNote
            what={`${resource.label[0]} ${rowTitle(resource, row)} could not be loaded`}
            {...describeFailure(got.error)}
            actions={<Button onClick={() => void got.refetch()}>Try again</Button>}
          />
        ) : (
          <Skeleton width="60%" />
        )}
      </div>
    </Sheet>
  );
}

const titleOf = (resource: Restricted, row: Row): ReactNode => {
  const title = rowTitle(resource, row);
  if (fieldNamed(resource, resource.list.title)?.kind !== 'person') return title;
  return (
    <span className="row g8">
      <Person name={title} bare />
      {title}
    </span>
  );
};

const StepTools = ({ resource, onStep: { previous, next } }: EditSheetProps) => (
  <>
    <IconButton
      icon="arrow-up"
      label={`Previous ${singularName(resource)}`}
      off={previous ? undefined : 'No previous row is loaded'}
      onClick={previous}
    />
    <IconButton
      icon="arrow-down"
      label={`Next ${singularName(resource)}`}
      off={next ? undefined : 'No next row is loaded'}
      onClick={next}
    />
  </>
);

function Loaded(props: EditSheetProps & { draft: string }) {
  const { resource, name, draft, choicesOf, run, onCreated, onClose } = props;
  const dataProvider = useDataProvider();
  const writes = useRowWrites(name);
  /** The row in the server's last answer. */
  const [row, setRow] = useState(props.row);
  const fields = inputsOf(resource, 'edit');
  const form = useFormValues(draft, fields, row);
  const [reviewing, setReviewing] = useState(false);
  const title = rowTitle(resource, row);
  const { update } = resource.may;
  const why = resource.fixed?.(row)?.why ?? (update.ok ? undefined : update.why);

  const onSaved = (saved: Row, before: Row | undefined) => {
    setReviewing(false);
    setRow(saved);
    form.reset(saved);
    if (before) announceSave({ resource, name, fields, dataProvider, writes }, before, saved);
  };
  // If the user has typed more, the new text stays, and the review compares it with the restored row.
  const onTakenBack = useEffectEvent((back: Row) => {
    setRow(back);
    if (form.changes.length === 0) form.reset(back);
  });
  useEffect(
    () =>
      takenBack.subscribe((back) => {
        if (back.name === name && back.row.id === row.id) onTakenBack(back.row);
      }),
    [name, row.id],
  );
  return (
    <FormSheet
      resource={resource}
      mode={why === undefined ? 'edit' : 'read'}
      why={why}
      title={titleOf(resource, row)}
      called={title}
      id={row.id}
      aside={resource.form?.aside?.(row)}
      tools={<StepTools {...props} />}
      form={form}
      summary={changeCount(form.changes.length)}
      submit={{ label: 'Review changes', busy: undefined, run: () => setReviewing(true) }}
      onClose={onClose}
      onDiscard={() => form.reset(row)}
    >
      <RowActions
        heading={resource.form?.actions ?? 'Actions'}
        choices={choicesOf(row)}
        run={(choice) => run(choice, row)}
      />
      {reviewing && (
        <FormReviewDialog
          {...props}
          row={row}
          fields={fields}
          base={form.base}
          values={form.values}
          onClose={() => setReviewing(false)}
          onDone={onSaved}
          onCreated={(created) => {
            onSaved(created, undefined);
            onCreated(created);
          }}
        />
      )}
    </FormSheet>
  );
}

const changeCount = (count: number): string => (count === 1 ? '1 field changed' : `${count} fields changed`);
