import { useGetList } from 'ra-core';
import { useMemo, useRef } from 'react';
import { isApiError } from '../../api/errors.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldNamed, rowTitle } from '../../descriptors/rows.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { errorMessage, mayBeDone } from '../../lib/errorMessage.ts';
import { groupBy } from '../../lib/groupBy.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { plural } from '../../lib/numbers.ts';
import { codes, listAll, textOf } from '../../lib/sentence.ts';
import { useRowWrites } from '../useRowWrites.ts';
import { singularName, removalMessages } from '../resourceMessages.ts';
import { FieldCell } from '../cells/FieldCell.tsx';
import { Effects } from './Effects.tsx';

type Props = NamedResource<Resource> & {
  row: Row;
  onClose: () => void;
  onRemoved?: (row: Row) => void;
};

/** Asks before a row is removed, and lists what is removed with it. */
export function RemoveDialog({ resource, name, row, onClose, onRemoved }: Props) {
  const writes = useRowWrites(name);
  const holders = useHolders(resource.removal, row.id);
  const noun = singularName(resource);
  const title = rowTitle(resource, row);
  const { act, acting, done } = removalMessages(resource);
  const named = fieldNamed(resource, resource.list.title);
  const giveBack = () =>
    void writes.create(row).then(
      () => toasts.show({ text: `${resource.label[0]} ${title} restored` }),
      (error: unknown) =>
        toasts.show({ text: `Could not restore ${noun} ${title}: ${errorMessage(error)}`, isWarning: true }),
    );
  const mayBeGone = useRef(false);
  const remove = async () => {
    await writes.remove(row).catch((error: unknown) => {
      if (mayBeGone.current && isApiError(error, 404)) return;
      mayBeGone.current ||= mayBeDone(error);
      throw error;
    });
    toasts.show({
      text: `${resource.label[0]} ${title} ${done}`,
      ...(resource.wire.remove?.restores && { undo: giveBack }),
    });
    onRemoved?.(row);
  };
  return (
    <ConfirmDialog
      title={named?.kind === 'pairs' ? `${act} this ${noun}?` : `${act} ${noun} ${title}?`}
      cancelLabel={`Keep ${noun}`}
      act={`${act} ${noun}`}
      acting={acting}
      destroys
      off={holders.off}
      onAct={remove}
      onClose={onClose}
    >
      {named?.kind === 'pairs' && (
        <p className="flex wrap g4">
          <FieldCell field={named} row={row} context={{}} />
        </p>
      )}
      <Effects of={[...holders.lines, ...(resource.removal?.effects(row) ?? [])]} />
    </ConfirmDialog>
  );
}

const ALL = { page: 1, perPage: 100_000 };

/** `off`: why the row cannot be removed yet. */
type Holders = { lines: readonly string[]; off?: string };

/**
 * The names of the rows that prevent the removal of a row, among all readable rows. Undefined while they are loading,
 * or if they cannot be read.
 */
export function useHoldersOf(removal: Resource['removal']) {
  const heldBy = removal?.heldBy;
  const { data, error } = useGetList<Row>(
    heldBy?.resource ?? '',
    { pagination: ALL },
    { enabled: heldBy !== undefined },
  );
  const holders = useMemo(() => {
    if (!heldBy || !data) return undefined;
    const pairs = data.flatMap((row) => [row[heldBy.field]].flat().map((held) => ({ held, by: row.id })));
    return groupBy(pairs, ({ held }) => held);
  }, [data, heldBy]);
  const holdersOf = (id: string) => holders && (holders.get(id) ?? []).map(({ by }) => by);
  return { heldBy, error, holdersOf };
}

/** Who prevents the removal of a row, by name. If that cannot be read, the rule of the server. */
function useHolders(removal: Resource['removal'], id: string): Holders {
  const { heldBy, error, holdersOf } = useHoldersOf(removal);
  if (!heldBy) return { lines: [] };
  if (error) return { lines: ['The server does not allow this while a user still has the role'] };
  const names = holdersOf(id);
  if (!names) return { lines: ['Loading users with this role'], off: 'Wait until the users with this role are loaded' };
  if (names.length === 0) return { lines: ['No user has this role'] };
  const who = textOf(listAll(codes(names)));
  return {
    lines: [
      `${plural(names.length, 'user')} ${names.length === 1 ? 'has' : 'have'} this role: ${who}. Remove it from them first`,
    ],
    off: 'Users still have this role',
  };
}
