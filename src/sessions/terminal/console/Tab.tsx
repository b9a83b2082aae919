import type { DragEvent, KeyboardEvent, MouseEvent } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { isMac } from '../../../ui/plain/keyCaps.ts';
import { tip } from '../../../ui/plain/tip.ts';
import { Dot } from '../../../ui/StateMark.tsx';
import type { ConsoleModel } from './ConsoleModel.ts';
import { panesOf, titleOf, type ConsoleDocument, type TerminalDocument } from './tabs.ts';
import styles from './TabStrip.module.css';
import { useTabFacts } from './useTerminal.ts';

/** Element ids of a tab and of its panel, which refer to each other. */
export const tabElementId = (id: number): string => `tab-${id}`;
export const panelElementId = (id: number): string => `panel-${id}`;

type Props = {
  model: ConsoleModel;
  tab: ConsoleDocument;
  n: number;
  isOn: boolean;
  /** The tab that the Tab key focuses. */
  isStop: boolean;
  onActivate: () => void;
  onClose: () => void;
  onRename: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onContextMenu: (event: MouseEvent) => void;
  onDragStart: () => void;
  onDragOver: (event: DragEvent) => void;
  onDragEnd: () => void;
};

/**
 * The title and the program titles, which distinguish shells on one host. Read on hover, since program titles change
 * often.
 */
const tabHint = (model: ConsoleModel, tab: ConsoleDocument): string => {
  const programs = panesOf(tab).map(({ id }) => model.terminal(id)?.emulator?.programTitle.get() ?? '');
  return [titleOf(tab), ...programs.filter(Boolean)].join('\n');
};

/** Alt and a digit. On macOS Ctrl works too. */
const tabKeys = (n: number): string => (isMac ? `⌃${n}` : `Alt ${n}`);

export function Tab({ model, tab, n, isOn, isStop, onActivate, onClose, onRename, onKeyDown, ...pointer }: Props) {
  const title = titleOf(tab);
  const drag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    pointer.onDragStart();
  };
  return (
    // A middle click closes the tab, as is usual for tabs.
    <div
      role="presentation"
      className={cx(styles.tab, isOn && styles.on)}
      draggable
      onAuxClick={(event) => event.button === 1 && onClose()}
      onContextMenu={pointer.onContextMenu}
      onDragStart={drag}
      onDragOver={pointer.onDragOver}
      onDragEnd={pointer.onDragEnd}
      onDrop={(event) => event.preventDefault()}
    >
      <button
        type="button"
        role="tab"
        id={tabElementId(tab.id)}
        aria-controls={panelElementId(tab.id)}
        aria-selected={isOn}
        aria-keyshortcuts={n <= 9 ? `Alt+${n}` : undefined}
        tabIndex={isStop ? 0 : -1}
        className={styles.face}
        onPointerEnter={({ currentTarget }) => {
          currentTarget.title = tabHint(model, tab);
        }}
        onClick={onActivate}
        onDoubleClick={() => tab.kind === 'terminal' && onRename()}
        onKeyDown={onKeyDown}
      >
        {tab.kind === 'terminal' ? (
          <Facts model={model} tab={tab} keys={isOn && n <= 9 ? tabKeys(n) : undefined} />
        ) : (
          <span className="cut">{title}</span>
        )}
      </button>
      {/* For the pointer. The keyboard has Delete here and the button in the head of the pane. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={styles.close}
        {...tip('Close', { named: true })}
        onClick={onClose}
      >
        <Icon name="x" size={14} />
      </button>
    </div>
  );
}

type FactsProps = { model: ConsoleModel; tab: TerminalDocument; keys: string | undefined };

/** The facts beside the title disappear first, each word as a whole, before the title loses a character. */
function Facts({ model, tab, keys }: FactsProps) {
  const { mark, tabWord, people, hasRung, transfers } = useTabFacts(model, tab);
  const count = tab.panes.length;
  return (
    <>
      <Dot kind={mark} />
      <TabTitle title={titleOf(tab)} />
      <span className={styles.facts}>
        {tabWord && <span className={styles.small}>{tabWord}</span>}
        {hasRung && <span className={styles.small}>bell</span>}
        {people > 1 && (
          <span className={styles.people}>
            <Icon name="users" size={12} />
            {people}
            <span className="vh"> participants</span>
          </span>
        )}
        {count > 1 && <span className={styles.small}>{count} panes</span>}
        {transfers > 0 && <span className={cx(styles.small, 'num')}>{plural(transfers, 'transfer')}</span>}
        {keys && (
          <span className={styles.small} aria-hidden>
            {keys}
          </span>
        )}
      </span>
    </>
  );
}

/** The login in `login@host` is truncated first, since the host distinguishes tabs. */
function TabTitle({ title }: { title: string }) {
  const at = title.indexOf('@') + 1;
  return (
    <>
      <span className="vh">{title}</span>
      <span className={styles.title} aria-hidden>
        {at > 0 && <span className={styles.login}>{title.slice(0, at)}</span>}
        <span className={styles.host}>{title.slice(at)}</span>
      </span>
    </>
  );
}
