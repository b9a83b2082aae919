import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { keptBecause, type NamedResource } from '../../descriptors/restrict.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import { formatCount } from '../../lib/numbers.ts';
import { HISTORY } from '../../wire/config.ts';
import { Effects } from '../dialogs/Effects.tsx';
import { useHoldersOf } from '../dialogs/RemoveDialog.tsx';
import { useRowWrites } from '../useRowWrites.ts';
import { useUser } from '../useUser.ts';
import { countOf, pluralName, removalMessages } from '../resourceMessages.ts';
import { BulkDialog } from './BulkDialog.tsx';
import type { BulkLabels } from './bulkMessages.ts';
import { BulkJob } from './BulkJob.ts';

type Props = NamedResource & {
  rows: readonly Row[];
  /** The job of an earlier run, to show its results again. */
  work?: BulkJob | undefined;
  onClose: () => void;
  /** These rows still exist and stay selected. */
  onLeft: (rows: readonly Row[], work: BulkJob) => void;
};

/** Removes several rows. Shows what will be removed before the start, then the progress and the result of each row. */
export default function BulkRemoveDialog({ resource, name, rows, work: before, onClose, onLeft }: Props) {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const writes = useRowWrites(name);
  const { username } = useUser();
  // The rows are fixed when the dialog opens. A reload of the list must not change them.
  const [work] = useState(() => {
    if (before) return before;
    const byId = new Map(rows.map((row) => [row.id, row]));
    return new BulkJob({
      rows,
      skipped: new Map(
        rows.flatMap((row) => {
          const why = keptBecause(resource, row, username);
          return why === undefined ? [] : [[row.id, why]];
        }),
      ),
      act: (id) => writes.removeOneOfMany(byId.get(id) ?? { id }),
      check: async (id) =>
        (await dataProvider.getMany<Row>(name, { ids: [id], meta: { fresh: true } })).data.length === 0,
      explain: (error) => ({ why: describeFailure(error).why, isAnswered: !mayBeDone(error) }),
    });
  });
  const { act, acting, done } = removalMessages(resource);
  const { holdersOf } = useHoldersOf(resource.removal);
  const isHeld = (id: string) => (holdersOf(id) ?? []).length > 0;
  const included = work.included.length;
  const heldCount = work.included.filter(({ id }) => isHeld(id)).length;
  const all = countOf(resource, rows.length);
  const words: BulkLabels = {
    asking: `${act} ${all}?`,
    running: `${acting} ${countOf(resource, included)}`,
    over: done.charAt(0).toUpperCase() + done.slice(1),
    act,
    inProgress: `being ${done}`,
    done,
    skipped: 'kept',
    known: done,
    again: `Retry sends the request again.`,
    check: `If the result is unknown, Check looks whether it still exists.`,
    undo:
      resource.yaml && config.extensions.includes(HISTORY)
        ? `“Removed ${pluralName(resource)}” in the menu of the list can restore them.`
        : 'This cannot be undone.',
    column: 'What happens',
  };
  return (
    <BulkDialog
      resource={resource}
      name={name}
      work={work}
      words={words}
      planned={({ id }) => {
        const [first, ...others] = holdersOf(id) ?? [];
        if (first === undefined) return { icon: 'trash-2', words: `will be ${done}`, text: `will be ${done}` };
        const text = `will be refused: held by ${first}${others.length > 0 ? ` and ${formatCount(others.length)} more` : ''}`;
        return { icon: 'minus', words: text, text };
      }}
      counts={[
        `${formatCount(included - heldCount)} to be ${done}`,
        `${included < rows.length ? formatCount(rows.length - included) : 'none'} kept`,
        ...(heldCount > 0 ? [`${formatCount(heldCount)} to be refused`] : []),
      ].join(', ')}
      effects={
        <>
          <h3>What this does</h3>
          <Effects of={resource.bulk?.removal?.effects ?? []} />
          <h3>Who is affected</h3>
          <p>{`${formatCount(included - heldCount)} of ${all} will be ${done}${
            included < rows.length ? '. The others are kept, with the reason beside them' : ''
          }.`}</p>
          <h3>If one fails</h3>
          <p>
            They are {done} one after the other. If one fails, the others continue. Failed ones stay selected in the
            list.
          </p>
        </>
      }
      back={{ label: `Keep ${all}`, run: onClose }}
      act={{ kind: 'destroy', off: included === 0 ? `None of them can be ${done}` : undefined }}
      eventCode={resource.bulk?.removal?.eventCode}
      onClose={onClose}
      onDone={() => void client.invalidateQueries()}
      onLeft={(remaining) => onLeft(remaining, work)}
    />
  );
}
