import { useState, type KeyboardEvent } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { useListbox } from '../../ui/useListbox.ts';
import styles from './ColumnMenu.module.css';
import { columnChoices, moveColumn, toggleColumn, type ColumnChoice } from './columnChoices.ts';
import { WIDTH_STEP_PX, type ColumnWidths } from './columnWidths.ts';
import type { Facet } from './facets.ts';

type Props = {
  resource: Resource;
  anchor: Element;
  shownIds: readonly string[];
  facets: readonly Facet[];
  widths: ColumnWidths;
  onChange: (ids: readonly string[] | undefined) => void;
  onClose: () => void;
};

const MENU_WIDTH_PX = 284;
/** The current width of a column on the screen. */
const drawnWidth = (label: string): number =>
  [...document.querySelectorAll<HTMLElement>('[role=columnheader]')].find((head) => head.textContent === label)
    ?.offsetWidth ?? 0;

/**
 * Selects the columns and their order. Space shows or hides a column; Alt with an arrow key or the pointer moves it.
 */
export function ColumnMenu({ resource, anchor, shownIds, facets, widths, onChange, onClose }: Props) {
  const [find, setFind] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const choices = columnChoices(resource, shownIds, facets, find);
  const listbox = useListbox(
    choices.map(({ id }) => id),
    { isOpen: true, start: 'first' },
  );
  const chosen = choices[listbox.active];

  const toggle = (choice: ColumnChoice) => {
    if (!choice.fixed) onChange(toggleColumn(shownIds, choice.id));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const wider = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (wider !== 0 && event.altKey && chosen?.isShown) {
      widths.set(chosen.id, (widths.widths.get()[chosen.id] ?? drawnWidth(chosen.label)) + wider * WIDTH_STEP_PX);
      widths.keep();
    } else if (by !== 0 && event.altKey && chosen?.isShown)
      onChange(moveColumn(shownIds, chosen.id, shownIds.indexOf(chosen.id) + by));
    else if (chosen && (event.key === 'Enter' || (event.key === ' ' && find === ''))) toggle(chosen);
    else if (!listbox.onArrow(event)) return;
    event.preventDefault();
  };

  const option = (choice: ColumnChoice, i: number) => (
    <li
      key={choice.id}
      {...listbox.option(i)}
      onMouseDown={undefined} // lets the user drag the row
      aria-selected={choice.isShown}
      aria-disabled={choice.fixed || undefined}
      className={cx(styles.item, i === listbox.active && styles.current, over === choice.id && styles.over)}
      draggable={choice.isShown && !choice.fixed}
      onClick={() => toggle(choice)}
      onDragStart={() => setDragged(choice.id)}
      onDragEnd={() => {
        setDragged(undefined);
        setOver(undefined);
      }}
      onDragOver={(event) => {
        if (dragged === undefined || !choice.isShown) return;
        event.preventDefault();
        setOver(choice.id);
      }}
      onDrop={() => dragged !== undefined && onChange(moveColumn(shownIds, dragged, shownIds.indexOf(choice.id)))}
    >
      <span className={styles.box}>{choice.isShown && <Icon name="check" size={12} />}</span>
      <span className={cx('cut', choice.kind === 'label' && 'mono')}>{choice.label}</span>
      {choice.hint && <span className="t3 small num">{choice.hint}</span>}
      {choice.isShown && !choice.fixed && (
        <span className={styles.grip} aria-hidden>
          ⋮⋮
        </span>
      )}
    </li>
  );
  const group = (kind: ColumnChoice['kind'], label: string) =>
    choices.some((choice) => choice.kind === kind) && (
      <ul role="group" aria-label={label}>
        <li role="presentation" className={styles.head}>
          {label}
        </li>
        {choices.map((choice, i) => choice.kind === kind && option(choice, i))}
      </ul>
    );

  return (
    <Popup anchor={anchor} align="right" gapPx={8} width={MENU_WIDTH_PX} onClose={onClose}>
      <div className={styles.menu}>
        <input
          className={styles.find}
          {...listbox.input}
          aria-label="Find a field or label"
          placeholder="Find a field or label"
          autoFocus
          value={find}
          onChange={(event) => {
            setFind(event.target.value);
            listbox.reset();
          }}
          onKeyDown={onKeyDown}
        />
        <div {...listbox.list} aria-label="Columns" aria-multiselectable>
          {group('field', 'Fields')}
          {group('label', 'Labels as columns')}
        </div>
        {choices.length === 0 && <p className={styles.head}>No columns match</p>}
        <div className={styles.line} />
        <button
          type="button"
          className={styles.reset}
          onClick={() => {
            widths.reset();
            onChange(undefined);
          }}
        >
          Reset to default
          <span className="t3 small">Alt ↑↓ order, ←→ width</span>
        </button>
      </div>
    </Popup>
  );
}
