import { useCallback, useEffect } from 'react';
import { offerContext } from '../../api/assistRequests.ts';
import { AssistPanel } from '../../sessions/assist/page/AssistPanel.tsx';
import type { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import { recentOffer, selectionOffer } from '../../sessions/terminal/console/paneItems.ts';
import type { PaneTerminal } from '../../sessions/terminal/console/PaneTerminal.ts';
import { activeAddress, activeTab, focusedPane } from '../../sessions/terminal/console/tabs.ts';
import type { Emulator } from '../../sessions/terminal/emulator/Emulator.ts';
import { useStore } from '../../ui/useStore.ts';
import { assistPath, href, paths } from '../paths.ts';
import { accessSearch, AssistHost } from './AssistHost.tsx';
import { assistPanel, selectInPanel } from './panelState.ts';

type Props = { model: ConsoleModel; username: string; onClose: () => void };

const openTab = (address: string): void => void window.open(address, '_blank', 'noopener');

/** The panel of Assist beside terminals. Commands run in the cluster of the active tab. Pages open in new tabs. */
export default function TerminalDock({ model, username, onClose }: Props) {
  const documents = useStore(model.documents);
  const { conversationId } = useStore(assistPanel);
  const { clusterId } = activeAddress(documents);
  const tab = activeTab(documents);
  const pane = tab?.kind === 'terminal' ? focusedPane(tab) : undefined;
  const terminal = pane && model.terminal(pane.id);
  const checkAccess = useCallback(
    (nodeId: string, login: string | undefined) =>
      openTab(href(paths.nodes({ clusterId })) + accessSearch('', username, nodeId, login)),
    [clusterId, username],
  );
  return (
    <AssistHost
      key={clusterId}
      clusterId={clusterId}
      username={username}
      conversationId={conversationId}
      checkAccess={checkAccess}
    >
      {terminal && <TerminalOffers key={pane.id} terminal={terminal} title={pane.title} />}
      <AssistPanel
        isDockOnly
        conversationId={conversationId}
        onSelect={selectInPanel}
        onOpenPage={() => openTab(href(assistPath(conversationId)))}
        onClose={onClose}
      />
    </AssistHost>
  );
}

function TerminalOffers({ terminal, title }: { terminal: PaneTerminal; title: string }) {
  const screen = useStore(terminal.screen);
  return screen.kind === 'ready' && <EmulatorOffers emulator={screen.emulator} title={title} />;
}

/** Offers the output of the active terminal, and its selection. */
function EmulatorOffers({ emulator, title }: { emulator: Emulator; title: string }) {
  const hasSelection = useStore(emulator.hasSelection);
  useEffect(() => offerContext(recentOffer(title, emulator)), [emulator, title]);
  useEffect(
    () => (hasSelection ? offerContext(selectionOffer(title, emulator)) : undefined),
    [emulator, title, hasSelection],
  );
  return null;
}
