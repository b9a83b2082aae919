import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { cx } from '../../../ui/plain/cx.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import styles from './PaneGrid.module.css';
import { equalise, moveDivider, layoutOf, WHOLE, type Divider, type Rect } from './paneTree.ts';
import { panelElementId, tabElementId } from './Tab.tsx';
import type { TerminalDocument } from './tabs.ts';
import { TerminalPane, type PaneActs } from './TerminalPane.tsx';

type Props = {
  model: ConsoleModel;
  tab: TerminalDocument;
  isOn: boolean;
  /** Only one pane is shown at a time. */
  isPhone: boolean;
  acts: PaneActs;
};

/** One step of a divider by keyboard, as a fraction of the grid. */
const STEP = 0.02;

const styleOf = ({ x, y, width, height }: Rect) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});

/**
 * The panes of a tab, placed by the layout. They are siblings in the DOM in any layout, so that a layout change does
 * not remount them.
 */
export function PaneGrid({ model, tab, isOn, isPhone, acts }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  const { panes: rects, dividers } = layoutOf(tab.layout);
  const aloneId = isPhone ? tab.focusedId : tab.zoomedId;
  return (
    <div
      ref={grid}
      role="tabpanel"
      id={panelElementId(tab.id)}
      aria-labelledby={tabElementId(tab.id)}
      className={styles.grid}
      hidden={!isOn}
    >
      {tab.panes.map((pane, i) => (
        <div
          key={pane.id}
          className={styles.place}
          style={styleOf(pane.id === aloneId ? WHOLE : (rects.get(pane.id) ?? WHOLE))}
          hidden={aloneId !== undefined && pane.id !== aloneId}
        >
          <TerminalPane model={model} tab={tab} pane={pane} n={i + 1} isOn={isOn} acts={acts} />
        </div>
      ))}
      {aloneId === undefined &&
        dividers.map((divider) => (
          <DividerLine
            key={`${divider.path.join('.')}/${divider.at}`}
            divider={divider}
            onMove={(by) => model.setLayout(tab.id, moveDivider(tab.layout, divider, by))}
            onEqualise={() => model.setLayout(tab.id, equalise(tab.layout))}
            whole={() => grid.current?.getBoundingClientRect()}
          />
        ))}
    </div>
  );
}

type DividerProps = {
  divider: Divider;
  /** `by` is a fraction of the grid. */
  onMove: (by: number) => void;
  onEqualise: () => void;
  whole: () => DOMRect | undefined;
};

/** Moves with the pointer or, when focused, with arrow keys. A double click makes all panes equal. */
function DividerLine({ divider: { axis, line, position }, onMove, onEqualise, whole }: DividerProps) {
  const isRow = axis === 'row';
  const onPointerMove = (event: PointerEvent) => {
    const room = whole();
    if (!room || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = isRow ? (event.clientX - room.left) / room.width : (event.clientY - room.top) / room.height;
    onMove(at - (isRow ? line.x : line.y));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { [isRow ? 'ArrowLeft' : 'ArrowUp']: -STEP, [isRow ? 'ArrowRight' : 'ArrowDown']: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={isRow ? 'Width of the panes' : 'Height of the panes'}
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(position * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx(styles.divider, isRow ? styles.upright : styles.level)}
      style={styleOf(line)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onDoubleClick={onEqualise}
      onKeyDown={onKeyDown}
    />
  );
}
