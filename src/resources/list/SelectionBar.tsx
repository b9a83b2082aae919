import type { Resource } from '../../descriptors/defineResource.ts';
import { formatCount } from '../../lib/numbers.ts';
import { MenuButton } from '../../ui/MenuButton.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { many } from '../words.ts';
import styles from './SelectionBar.module.css';

type Props = {
  resource: Resource;
  chosen: number;
  /** There are more rows that match, and they are known. */
  canGrow: boolean;
  /** Rows that match now. */
  count: number;
  isFiltering: boolean;
  /** One name per line. */
  names: () => string;
  exports: () => readonly MenuItem[];
  /** Removes them; undefined where that cannot be done to several. */
  remove: { off: string | undefined; run: () => void } | undefined;
  onSelectAll: () => void;
  onClear: () => void;
};

/** At the foot of the list while rows are chosen: nothing above it moves. */
export function SelectionBar({
  resource,
  chosen,
  canGrow,
  count,
  isFiltering,
  names,
  exports,
  remove,
  onSelectAll,
  onClear,
}: Props) {
  const text = `${formatCount(chosen)} selected`;
  return (
    <div className={styles.bar} role="toolbar" aria-label={`${formatCount(chosen)} ${many(resource)} selected`}>
      <span className="semi num">{text}</span>
      {canGrow && (
        <button type="button" className={`link ${styles.link ?? ''}`} onClick={onSelectAll}>
          Select all <span className="num">{formatCount(count)}</span>
          {isFiltering && ' matching'}
        </button>
      )}
      <span className={styles.line} />
      <CopyButton size="toolbar" text={names()}>
        Copy names
      </CopyButton>
      <MenuButton label="Export the selected rows" icon="download" items={exports}>
        Export
      </MenuButton>
      {remove && (
        <Button kind="quietDanger" icon="trash-2" off={remove.off} onClick={remove.run}>
          Delete
        </Button>
      )}
      <span className="grow" />
      <Button kind="quiet" keys="Esc" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
