import type { Ref } from 'react';
import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';

type Props = {
  isNarrow: boolean;
  isPhone: boolean;
  /** How many conditions the filter has. */
  conditions: number;
  columnsAreOpen: boolean;
  columnsRef: Ref<HTMLButtonElement>;
  onFacets: () => void;
  onColumns: () => void;
  onDensity: () => void;
  onReload: () => void;
};

/** Beside the query: the facets where they have no room beside the list, columns, density, reload. */
export function ListTools(props: Props) {
  const { isNarrow, isPhone, conditions, columnsAreOpen, columnsRef, onFacets, onColumns, onDensity, onReload } = props;
  const count = conditions > 0 && <span className={isPhone ? 'num' : 't2 num'}>{formatCount(conditions)}</span>;
  return (
    <>
      {isNarrow && (
        <Button icon="list-filter" aria-label={`Filters, ${conditions} set`} onClick={onFacets}>
          {!isPhone && 'Filters'}
          {count}
        </Button>
      )}
      {!isPhone && (
        <>
          <Button
            ref={columnsRef}
            icon="columns-3"
            aria-haspopup="dialog"
            aria-expanded={columnsAreOpen}
            onClick={onColumns}
          >
            Columns
          </Button>
          <IconButton kind="plain" icon="rows-3" label="Row height" keys="Shift+D" onClick={onDensity} />
          <IconButton kind="plain" icon="refresh-cw" label="Reload" keys="R" onClick={onReload} />
        </>
      )}
    </>
  );
}
