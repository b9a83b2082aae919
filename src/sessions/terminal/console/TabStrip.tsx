import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconMenu } from '../../../ui/IconMenu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Mark } from '../../../ui/plain/Brand.tsx';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { isMac } from '../../../ui/plain/keyCaps.ts';
import { tip } from '../../../ui/plain/tip.ts';
import { Dot } from '../../../ui/StateMark.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import type { ConsoleDocument, TerminalDocument } from './documents.ts';
import { markOf, tabWord } from './sessionWords.ts';
import styles from './TabStrip.module.css';
import { terminalOf, usePeople } from './useTerminal.ts';

type Props = {
  model: ConsoleModel;
  /** One tab is shown, the others are in a menu. */
  isPhone: boolean;
  /** Where the data pages begin. */
  home: string;
  onActivate: (id: number) => void;
  onClose: (id: number) => void;
  onNew: () => void;
  /** Buttons at the end. */
  tools: ReactNode;
};

export const tabElementId = (id: number): string => `tab-${id}`;
export const panelElementId = (id: number): string => `panel-${id}`;

/** Alt and a digit; on macOS Ctrl does the same. */
const tabKeys = (n: number): string => (isMac ? `⌃${n}` : `Alt+${n}`);

/** The tabs, one stop for the keyboard: arrows move, Enter goes into the terminal, Delete closes. */
export function TabStrip({ model, isPhone, home, onActivate, onClose, onNew, tools }: Props) {
  const { tabs, activeId } = useStore(model.documents);
  const list = useRef<HTMLDivElement>(null);
  const newIsOff = tabs.some((tab) => tab.kind === 'nodes') ? 'The list of servers is open already' : undefined;
  const phoneItems = (): MenuItem[] => [
    ...tabs.map(({ id, title }): MenuItem => ({
      kind: 'item',
      id: String(id),
      label: title,
      chosen: id === activeId,
      run: () => onActivate(id),
    })),
    { kind: 'line' },
    { kind: 'item', id: 'new', label: 'New session', icon: 'plus', off: newIsOff, run: onNew },
  ];

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = tabs[at];
    if (to !== undefined) {
      const next = tabs[(to + tabs.length) % tabs.length];
      list.current?.querySelector<HTMLElement>(`#${tabElementId(next?.id ?? -1)}`)?.focus();
    } else if (event.key === 'Delete' && tab) onClose(tab.id);
    else return;
    event.preventDefault();
  };

  return (
    <header className={styles.strip}>
      <a className={styles.home} href={home} aria-label="Servers and the other pages" {...tip('To the other pages')}>
        <Mark />
      </a>
      {tabs.length > 0 && (
        <div ref={list} role="tablist" aria-label="Sessions" className={styles.tabs}>
          {tabs.map((tab, i) => (
            <Tab
              key={tab.id}
              model={model}
              tab={tab}
              n={i + 1}
              isOn={tab.id === activeId}
              isStop={tab.id === activeId || (activeId === undefined && i === 0)}
              onActivate={() => onActivate(tab.id)}
              onClose={() => onClose(tab.id)}
              onKeyDown={(event) => onKeyDown(event, i)}
            />
          ))}
        </div>
      )}
      {tabs.length > 0 && !isPhone && (
        <IconButton className={styles.add} icon="plus" label="New session" off={newIsOff} onClick={onNew} />
      )}
      {tabs.length > 0 && isPhone && (
        <IconMenu size="form" icon="chevron-down" label={`Tabs, ${tabs.length} open`} width={260} items={phoneItems} />
      )}
      {!isPhone && <span className="grow" />}
      <span className={styles.tools}>{tools}</span>
    </header>
  );
}

type TabProps = {
  model: ConsoleModel;
  tab: ConsoleDocument;
  n: number;
  isOn: boolean;
  isStop: boolean;
  onActivate: () => void;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Tab({ model, tab, n, isOn, isStop, onActivate, onClose, onKeyDown }: TabProps) {
  return (
    // A middle click closes, as it does in every strip of tabs.
    <div
      role="presentation"
      className={cx(styles.tab, isOn && styles.on)}
      onAuxClick={(event) => event.button === 1 && onClose()}
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
        title={tab.title}
        onClick={onActivate}
        onKeyDown={onKeyDown}
      >
        {tab.kind === 'terminal' ? <Facts model={model} tab={tab} /> : <span className="cut">{tab.title}</span>}
        {isOn && n <= 9 && (
          <span className={styles.small} aria-hidden>
            {tabKeys(n).replace('+', ' ')}
          </span>
        )}
      </button>
      {/* For the pointer; the keyboard has Delete here and the button in the head of the pane. */}
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

function Facts({ model, tab }: { model: ConsoleModel; tab: TerminalDocument }) {
  const terminal = terminalOf(model, tab);
  const state = useStore(terminal.session.state);
  const people = usePeople(model, terminal).length;
  const word = tabWord(state);
  return (
    <>
      <Dot kind={markOf(state)} />
      <span className="cut">{tab.title}</span>
      {people > 1 && (
        <span className={styles.people}>
          <Icon name="users" size={12} />
          {people}
          <span className="vh"> take part</span>
        </span>
      )}
      {word && <span className={styles.small}>{word}</span>}
    </>
  );
}
