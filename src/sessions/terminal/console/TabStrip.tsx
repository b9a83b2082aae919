import {
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { IconMenu } from '../../../ui/IconMenu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { Mark } from '../../../ui/plain/Brand.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { tip } from '../../../ui/plain/tip.ts';
import { useStore } from '../../../ui/useStore.ts';
import { BroadcastSign } from './BroadcastParts.tsx';
import type { ConsoleModel } from './ConsoleModel.ts';
import { KEYS } from './keys.ts';
import { ContextMenu, type Point } from './ContextMenu.tsx';
import { Tab, tabElementId } from './Tab.tsx';
import { tabItems, type TabActs } from './tabItems.ts';
import { hasTerminals, panesOf, titleOf, type ConsoleDocument } from './tabs.ts';
import styles from './TabStrip.module.css';

type Props = {
  model: ConsoleModel;
  /** Only one tab is shown. The others are in a menu. */
  isPhone: boolean;
  /** Address of the first data page. */
  home: string;
  onActivate: (id: number) => void;
  onNew: () => void;
  acts: TabActs;
  /** Buttons at the end. */
  tools: ReactNode;
};

/** From this number of tabs on, there is also a list: fewer are all readable. */
const LISTED_FROM = 6;

/**
 * The tabs, with a single Tab stop: arrow keys move the focus, with Alt they move the tab. Enter focuses the terminal,
 * F2 renames, Delete closes.
 */
export function TabStrip({ model, isPhone, home, onActivate, onNew, acts, tools }: Props) {
  const { tabs, activeId } = useStore(model.documents);
  const list = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ position: Point; tab: ConsoleDocument }>();
  const dragged = useRef<number>(undefined);
  const newIsOff = tabs.some((tab) => tab.kind === 'nodes') ? 'The list of servers is open already' : undefined;
  const listItems = (): MenuItem[] => [
    ...tabs.flatMap((tab): MenuItem[] => [
      {
        kind: 'item',
        id: String(tab.id),
        label: titleOf(tab),
        chosen: tab.id === activeId,
        run: () => onActivate(tab.id),
      },
      // Only one pane is shown at a time. The others are listed here.
      ...(isPhone && panesOf(tab).length > 1 ? panesOf(tab) : []).map((pane): MenuItem => ({
        kind: 'item',
        id: String(pane.id),
        label: pane.title,
        text: 'A pane of this tab',
        run: () => model.focusPane(pane.id),
      })),
    ]),
    { kind: 'line' },
    { kind: 'item', id: 'new', label: 'New session', icon: 'plus', off: newIsOff, run: onNew },
  ];
  useEffect(() => {
    const strip = list.current;
    if (activeId === undefined || !strip) return undefined;
    const tab = strip.querySelector(`#${tabElementId(activeId)}`)?.parentElement;
    const show = () => tab?.scrollIntoView({ inline: 'nearest' });
    show();
    const watch = new ResizeObserver(show);
    watch.observe(strip);
    return () => watch.disconnect();
  }, [activeId, tabs.length]);
  const focusTab = (id: number | undefined) =>
    list.current?.querySelector<HTMLElement>(`#${tabElementId(id ?? -1)}`)?.focus();

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = tabs[at];
    if (!tab || event.ctrlKey || event.metaKey) return;
    if (to !== undefined && event.altKey) {
      model.move(tab.id, to);
      focusTab(tab.id);
    } else if (to !== undefined) focusTab(tabs[(to + tabs.length) % tabs.length]?.id);
    else if (event.key === 'Delete') acts.close([tab]);
    else if (event.key === 'F2' && tab.kind === 'terminal') acts.rename(tab);
    else return;
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent, tab: ConsoleDocument) => {
    if (event.shiftKey) return;
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    // The menu key has no pointer position.
    setMenu({ tab, position: event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom } });
  };
  const onDragOver = (event: DragEvent, at: number) => {
    if (dragged.current === undefined) return;
    event.preventDefault();
    model.move(dragged.current, at);
  };

  return (
    <>
      <header className={styles.strip}>
        {/* In this browser tab the link would replace the page and its sessions. */}
        <a
          className={styles.home}
          href={home}
          {...(hasTerminals(tabs) && { target: '_blank', rel: 'noreferrer' })}
          aria-label="Servers and the other pages"
          {...tip(hasTerminals(tabs) ? 'Pages, in a new tab' : 'To the other pages')}
        >
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
                onClose={() => acts.close([tab])}
                onRename={() => acts.rename(tab)}
                onKeyDown={(event) => onKeyDown(event, i)}
                onContextMenu={(event) => onContextMenu(event, tab)}
                onDragStart={() => (dragged.current = tab.id)}
                onDragOver={(event) => onDragOver(event, i)}
                onDragEnd={() => (dragged.current = undefined)}
              />
            ))}
          </div>
        )}
        {tabs.length > 0 && !isPhone && (
          <IconButton
            className={styles.add}
            icon="plus"
            label="New session"
            keys={KEYS.newSession}
            off={newIsOff}
            onClick={onNew}
          />
        )}
        {tabs.length > (isPhone ? 0 : LISTED_FROM) && (
          <IconMenu
            {...(isPhone ? { size: 'form' as const } : { size: 'inline' as const, className: styles.add })}
            icon="chevron-down"
            label={`Tabs, ${tabs.length} open`}
            width={260}
            items={listItems}
          />
        )}
        {!isPhone && <span className="grow" />}
        {!isPhone && <BroadcastSign model={model} />}
        <span className={styles.tools}>{tools}</span>
        {menu && (
          <ContextMenu
            position={menu.position}
            label={`Tab ${titleOf(menu.tab)}`}
            items={tabItems(model, menu.tab, acts)}
            onClose={() => setMenu(undefined)}
          />
        )}
      </header>
      {isPhone && <BroadcastSign model={model} />}
    </>
  );
}
