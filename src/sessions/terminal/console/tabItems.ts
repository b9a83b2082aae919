import type { MenuItem } from '../../../ui/menuItems.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import { activeTab, focusedPane, titleOf, type ConsoleDocument, type Pane } from './tabs.ts';
import { NO_SESSION, type ShowMessage } from './paneItems.ts';

export type TabActs = {
  rename: (tab: ConsoleDocument) => void;
  /** Asks first if needed. */
  close: (tabs: readonly ConsoleDocument[]) => void;
  share: (pane: Pane) => void;
  showMessage: ShowMessage;
};

/** The actions of a tab. */
export function tabItems(
  model: ConsoleModel,
  tab: ConsoleDocument,
  { rename, close, share, showMessage }: TabActs,
): MenuItem[] {
  const documents = model.documents.get();
  const front = activeTab(documents);
  const others = documents.tabs.filter(({ id }) => id !== tab.id);
  const isList = tab.kind === 'nodes' ? 'This is a list of servers' : undefined;
  const notBeside =
    tab === front ? 'This tab is in front' : front?.kind !== 'terminal' ? 'No terminal is in front' : undefined;
  const pane = tab.kind === 'terminal' ? focusedPane(tab) : undefined;
  const isNamed = pane && model.terminal(pane.id)?.session.metadata.get() !== undefined;
  const [closed] = model.closed.get();
  return [
    { kind: 'item', id: 'rename', label: 'Name', icon: 'pencil', hint: 'F2', off: isList, run: () => rename(tab) },
    {
      kind: 'item',
      id: 'duplicate',
      label: 'Duplicate',
      icon: 'copy',
      off: isList,
      run: () => {
        if (!model.duplicate(tab.id)) showMessage('The servers of this tab are still being loaded', true);
      },
    },
    {
      kind: 'item',
      id: 'beside',
      label: front && front !== tab ? `Show beside ${titleOf(front)}` : 'Show beside',
      icon: 'square-split-horizontal',
      off: isList ?? notBeside,
      run: () => front && model.merge(tab.id, front.id),
    },
    {
      kind: 'item',
      id: 'share',
      label: 'Share session',
      icon: 'share-2',
      off: isList ?? (isNamed ? undefined : NO_SESSION),
      run: () => pane && share(pane),
    },
    { kind: 'line' },
    { kind: 'item', id: 'close', label: 'Close', icon: 'x', hint: 'Del', run: () => close([tab]) },
    {
      kind: 'item',
      id: 'others',
      label: 'Close the others',
      off: others.length === 0 ? 'There are no others' : undefined,
      run: () => close(others),
    },
    {
      kind: 'item',
      id: 'reopen',
      label: 'Reopen closed tab',
      icon: 'undo-2',
      off: closed ? undefined : 'No tab was closed',
      run: model.reopenClosed,
    },
  ];
}
