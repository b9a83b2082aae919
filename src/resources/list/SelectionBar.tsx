import { formatCount } from '../../lib/numbers.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import { formatTime } from '../../lib/dates.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { useOfferedRows } from '../assist/contextOfRows.ts';
import { BulkButton } from '../bulk/BulkButton.tsx';
import { bulkChoices } from '../bulk/bulkChoices.ts';
import { fieldNamed } from '../../descriptors/rows.ts';
import { useUser } from '../useUser.ts';
import { countOf, removalMessages } from '../resourceMessages.ts';
import styles from './SelectionBar.module.css';
import type { ListModel } from './useListModel.ts';

type Props = {
  model: ListModel;
  isNarrow: boolean;
  /** One name per line. */
  names: () => string;
  exports: () => readonly MenuItem[];
};

/** At the foot of the list while rows are selected, so that nothing above it moves. */
export default function SelectionBar({ model, isNarrow, names, exports }: Props) {
  const { resource, list, filters, selection, actions } = model;
  const { acl } = useUser();
  const chosen = selection.ids.size;
  useOfferedRows(resource.assist, selection.rows());
  const canGrow = !list.isWaiting && (selection.coverage !== 'on' || model.rows.length < list.count);
  const { unfinished } = model;
  const shownZone = useStore(zone);
  const isUnfinished = unfinished?.ids.length === chosen && unfinished.ids.every((id) => selection.ids.has(id));
  const choices = bulkChoices(resource, chosen, acl);
  const title = fieldNamed(resource, resource.list.title)?.label.toLowerCase() ?? 'name';
  const button = (choice: (typeof choices)[number]) => <BulkButton key={choice.id} choice={choice} model={model} />;
  const selectMatching = async () => {
    const rows = await list.loadAll();
    if (rows) selection.choose(rows);
  };
  return (
    <div className={styles.bar} role="toolbar" aria-label={`${countOf(resource, chosen)} selected`}>
      <span className="semi num">{formatCount(chosen)} selected</span>
      {isUnfinished && (
        <span className="t2">
          {`not ${unfinished.was} at ${formatTime(new Date(unfinished.atMs), shownZone).slice(0, 5)}, `}
          <button type="button" className="link" onClick={() => actions.setOverlay(unfinished.see)}>
            show details
          </button>
        </span>
      )}
      {canGrow && !isUnfinished && (
        <button type="button" className={`link ${styles.link ?? ''}`} onClick={() => void selectMatching()}>
          Select all <span className="num">{formatCount(list.count)}</span>
          {filters && ' matching'}
        </button>
      )}
      <span className={styles.line} />
      {choices.filter(({ danger }) => !danger).map(button)}
      <CopyButton size="toolbar" text={names()}>
        {isNarrow ? 'Copy' : `Copy ${title}s`}
      </CopyButton>
      <MenuButton label="Export the selected rows" icon="download" items={exports}>
        Export
      </MenuButton>
      {choices.filter(({ danger }) => danger).map(button)}
      {resource.bulk?.removal && (
        <Button
          kind="quietDanger"
          icon="trash-2"
          off={resource.may.remove.ok ? undefined : resource.may.remove.why}
          onClick={() => actions.setOverlay({ kind: 'removeMany', rows: selection.rows() })}
        >
          {removalMessages(resource).act}
        </Button>
      )}
      <span className="grow" />
      <Button kind="quiet" keys="Esc" onClick={selection.clear}>
        Clear
      </Button>
    </div>
  );
}
