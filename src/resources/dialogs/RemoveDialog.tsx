import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldNamed, rowTitle } from '../../descriptors/rows.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useRowWrites } from '../useRowWrites.ts';
import { one, removalMessages } from '../resourceMessages.ts';
import { FieldCell } from '../cells/FieldCell.tsx';
import styles from './dialogs.module.css';
import { Effects } from './Effects.tsx';
import { useHolders } from './useHolders.ts';

type Props = {
  resource: Resource;
  /** The name react-admin knows the resource by. */
  name: string;
  row: Row;
  onClose: () => void;
  onRemoved?: (row: Row) => void;
};

/** Asks before a row goes, and says what goes with it. */
export function RemoveDialog({ resource, name, row, onClose, onRemoved }: Props) {
  const writes = useRowWrites(name);
  const holders = useHolders(resource, row.id);
  const what = one(resource);
  const title = rowTitle(resource, row);
  const { act, acting, done } = removalMessages(resource);
  const named = fieldNamed(resource, resource.list.title);
  const giveBack = () =>
    void writes.create(row).then(
      () => toasts.show({ text: `${resource.label[0]} ${title} is back` }),
      (error: unknown) =>
        toasts.show({ text: `${resource.label[0]} ${title} did not come back: ${errorMessage(error)}` }),
    );
  const remove = async () => {
    await writes.remove(row);
    toasts.show({
      text: `${resource.label[0]} ${title} ${done}`,
      ...(resource.wire.remove?.restores && { undo: giveBack }),
    });
    onRemoved?.(row);
  };
  return (
    <ConfirmDialog
      title={named?.kind === 'pairs' ? `${act} this ${what}?` : `${act} ${what} ${title}?`}
      keep={`Keep ${what}`}
      act={`${act} ${what}`}
      acting={acting}
      destroys
      off={holders.off}
      onAct={remove}
      onClose={onClose}
    >
      {named?.kind === 'pairs' && (
        <p className={styles.named}>
          <FieldCell field={named} row={row} context={{}} />
        </p>
      )}
      <Effects of={[...holders.lines, ...(resource.removal?.(row) ?? [])]} />
    </ConfirmDialog>
  );
}
