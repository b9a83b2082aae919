import { useEffect, useMemo } from 'react';
import { useKeys } from '../../../ui/keys/keys.ts';
import type { KeyAction } from '../../../ui/keys/KeyTable.ts';
import { isMac } from '../../../ui/plain/keyCaps.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import { KEYS, wantedResize, wantedTab, wayOut } from './keys.ts';
import { copySelection, type ShowMessage } from './paneItems.ts';
import { neighbour, resizePane, type Direction } from './paneTree.ts';
import { tabElementId } from './Tab.tsx';
import { activeTab, type ConsoleDocument } from './tabs.ts';

/** One step of a pane's edge by keyboard, as a fraction of the grid. */
const STEP = 0.03;

type Acts = {
  showMessage: ShowMessage;
  broadcast: () => void;
  openNew: () => void;
  /** Asks first if something would be lost. */
  close: (tabs: readonly ConsoleDocument[]) => void;
};

/** The console's keyboard shortcuts. Those that a terminal would consume are handled in the capture phase. */
export function useConsoleKeys(model: ConsoleModel, { showMessage, broadcast, openNew, close }: Acts): void {
  const actions = useMemo(
    () => consoleActions(model, { showMessage, broadcast, openNew, close }),
    [model, showMessage, broadcast, openNew, close],
  );
  useKeys(actions);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('[role=dialog][aria-modal=true], .MuiDialog-root')) return;
      const act = keyAct(model, event, showMessage);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [model, showMessage]);
}

function keyAct(model: ConsoleModel, event: KeyboardEvent, showMessage: ShowMessage): (() => void) | undefined {
  const n = wantedTab(event, isMac);
  const { length } = model.documents.get().tabs;
  // Without such a tab, the program gets the key: an argument of a line editor, a window of a multiplexer.
  if (n !== undefined) return length > 1 && n <= length ? () => model.activateNth(n) : undefined;
  const out = wayOut(event);
  if (out !== undefined) return () => leave(model, out, showMessage);
  const resize = wantedResize(event);
  const tab = activeTab(model.documents.get());
  if (resize === undefined || tab?.kind !== 'terminal' || tab.panes.length < 2) return undefined;
  return () => model.setLayout(tab.id, resizePane(tab.layout, tab.focusedId, resize, STEP));
}

/** Moves the focus to the pane in that direction, or past the edge to the frame. */
function leave(model: ConsoleModel, direction: Direction, showMessage: ShowMessage): void {
  const tab = activeTab(model.documents.get());
  const isSplit = tab?.kind === 'terminal' && tab.zoomedId === undefined;
  const next = isSplit ? neighbour(tab.layout, tab.focusedId, direction) : undefined;
  if (next !== undefined) {
    model.focusPane(next);
    model.terminal(next)?.emulator?.focus();
    return;
  }
  document.getElementById(tabElementId(tab?.id ?? -1))?.focus();
  showMessage('Focus left the terminal. Press Enter to return');
}

function consoleActions(model: ConsoleModel, { showMessage, broadcast, openNew, close }: Acts): readonly KeyAction[] {
  const group = 'Terminal';
  const inFront = (act: (paneId: number) => void) => () => {
    const pane = model.focused();
    if (pane) act(pane.id);
  };
  const split = (axis: 'row' | 'column') =>
    inFront((id) => {
      if (!model.split(id, axis)) showMessage('The server of this session is still being loaded', true);
    });
  return [
    { label: 'Move to the pane in this direction, or out of the terminal', group, keys: [KEYS.out], handled: false },
    { label: 'Go to tab', group, keys: [KEYS.tabs], handled: false },
    { label: 'Next tab', group, keys: [KEYS.nextTab], run: () => model.activateNext() },
    { label: 'New session', group, keys: [KEYS.newSession], run: openNew },
    {
      label: 'Close the tab',
      group,
      keys: [KEYS.closeTab],
      run: () => {
        const tab = activeTab(model.documents.get());
        if (tab) close([tab]);
      },
    },
    { label: 'Split right', group, keys: [KEYS.splitRight], run: split('row') },
    { label: 'Split down', group, keys: [KEYS.splitDown], run: split('column') },
    { label: 'Show one pane or all panes', group, keys: [KEYS.zoom], run: inFront(model.toggleZoom) },
    { label: 'Resize the pane', group, keys: [KEYS.resize], handled: false },
    { label: 'Find', group, keys: [KEYS.find], run: inFront((id) => model.terminal(id)?.find()) },
    { label: 'Type into several terminals on or off', group, keys: [KEYS.broadcast], run: broadcast },
    {
      label: 'Copy the selection',
      group,
      keys: [KEYS.copy],
      run: inFront((id) => {
        const terminal = model.terminal(id);
        if (terminal) void copySelection(terminal, showMessage);
      }),
    },
    // The browser itself pastes, without a permission.
    { label: 'Paste', group, keys: [KEYS.paste], handled: false },
    { label: 'In the tab strip: rename, move, close', group, keys: ['F2', 'Alt+←→', 'Del'], handled: false },
  ];
}
