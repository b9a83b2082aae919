import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { fieldNamed } from '../../descriptors/rows.ts';
import type { Field } from '../../descriptors/model/fieldModel.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { TokenField } from '../../ui/TokenField.tsx';
import { useRowWrites } from '../useRowWrites.ts';
import { countOf } from '../resourceMessages.ts';
import { useOptions } from '../forms/useOptions.ts';
import { EditReview } from './EditReview.tsx';
import type { BulkEdit, ValueMoves } from './editPlan.ts';
import { BulkEditJob } from './BulkEditJob.ts';

type Props = NamedResource & {
  edit: BulkEdit;
  rows: readonly Row[];
  /** The job of an earlier run, to show its results again. */
  work?: BulkEditJob | undefined;
  onClose: () => void;
  /** These rows were not changed and stay selected. */
  onLeft: (rows: readonly Row[], work: BulkEditJob) => void;
};

const NOTHING: ValueMoves = { add: [], take: [] };

type Stage = { kind: 'choosing'; failure?: string } | { kind: 'reading' } | { kind: 'review'; work: BulkEditJob };

/** Changes one field of several rows in three steps: choose the values, review the effects, see the results. */
export default function BulkEditDialog({ resource, name, edit, rows, work, onClose, onLeft }: Props) {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const writes = useRowWrites(name);
  const [stage, setStage] = useState<Stage>(work ? { kind: 'review', work } : { kind: 'choosing' });
  const [moves, setMoves] = useState(NOTHING);
  const field = fieldNamed(resource, edit.field);
  if (!field) return null;

  const review = async (chosen: ValueMoves) => {
    setMoves(chosen);
    setStage({ kind: 'reading' });
    try {
      const ids = rows.map(({ id }) => id);
      const { data } = await dataProvider.getMany<Row>(name, { ids, meta: { fresh: true } });
      const next = new BulkEditJob({
        resource,
        edit,
        rows: data,
        missingRows: rows.filter(({ id }) => !data.some((row) => row.id === id)),
        moves: chosen,
        readAtMs: Date.now(),
        read: async (id) => (await dataProvider.getOne<Row>(name, { id })).data,
        write: (row, values) => writes.updateOneOfMany(row, values),
        explain: (error) => ({ why: describeFailure(error).why, isAnswered: !mayBeDone(error) }),
      });
      setStage({ kind: 'review', work: next });
    } catch (error) {
      setStage({ kind: 'choosing', failure: describeFailure(error).why });
    }
  };
  if (stage.kind === 'review')
    return (
      <EditReview
        resource={resource}
        name={name}
        edit={edit}
        field={field}
        work={stage.work}
        onBack={() => setStage({ kind: 'choosing' })}
        onClose={onClose}
        onWritten={() => void client.invalidateQueries()}
        onLeft={(remaining) => onLeft(remaining, stage.work)}
      />
    );
  return (
    <ChooseMoves
      title={`Change ${field.label.toLowerCase()} of ${countOf(resource, rows.length)}`}
      field={field}
      heldValues={[...new Set(rows.flatMap((row) => asKind('chips', row[edit.field]) ?? []))].toSorted()}
      start={moves}
      isReading={stage.kind === 'reading'}
      failure={stage.kind === 'choosing' ? stage.failure : undefined}
      onReview={(chosen) => void review(chosen)}
      onClose={onClose}
    />
  );
}

type ChooseMovesProps = {
  title: string;
  field: Field;
  /** The values of the selected rows. Only these can be removed. */
  heldValues: readonly string[];
  start: ValueMoves;
  /** The server's current copies are loading. */
  isReading: boolean;
  failure: string | undefined;
  onReview: (moves: ValueMoves) => void;
  onClose: () => void;
};

/** Selects the values to add and to remove, before the review. */
function ChooseMoves({ title, field, heldValues, start, isReading, failure, onReview, onClose }: ChooseMovesProps) {
  const [moves, setMoves] = useState(start);
  const [pending, setPending] = useState({ add: false, take: false });
  const options = useOptions(field.input?.options);
  const { add, take } = moves;
  const both = add.find((value) => take.includes(value));
  const words = field.label.toLowerCase();
  const isPending = pending.add || pending.take;
  const off =
    both !== undefined
      ? `${both} cannot be both added and removed`
      : isPending
        ? `Choose the ${words} that you typed from the list first`
        : add.length + take.length === 0
          ? `Choose ${words} to add or remove first`
          : undefined;
  return (
    <Dialog
      title={title}
      size="form"
      onClose={onClose}
      dismissGuard={isReading ? 'working' : isPending || add.length + take.length > 0 ? 'typed' : undefined}
      footer={
        <DialogButtons
          onCancel={onClose}
          act={{
            off,
            busy: isReading ? 'Reading' : undefined,
            onClick: () => onReview(moves),
            children: 'Review changes',
          }}
        />
      }
    >
      <div className="grid g16">
        <TokenField
          label={`${field.label} to add`}
          values={add}
          before={[]}
          options={options}
          none="No matches"
          placeholder={options ? 'Type to choose' : undefined}
          onChange={(next) => setMoves({ add: next, take })}
          onPending={(add) => setPending((now) => ({ ...now, add }))}
        />
        <TokenField
          label={`${field.label} to remove`}
          values={take}
          options={heldValues}
          none="No matches"
          placeholder="Type to choose"
          onChange={(next) => setMoves({ add, take: next })}
          onPending={(take) => setPending((now) => ({ ...now, take }))}
        />
        {failure !== undefined && (
          <Note kind="danger" title="Could not load the current values. Nothing was changed.">
            {failure}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
