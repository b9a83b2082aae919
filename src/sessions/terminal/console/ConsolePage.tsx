import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { toasts, type Toast } from '../../../ui/toasts.ts';
import { useMedia, PHONE } from '../../../ui/useMedia.ts';
import { useStore } from '../../../ui/useStore.ts';
import { ShareDialog } from '../sharing/ShareDialog.tsx';
import { BlankTab } from './BlankTab.tsx';
import { BroadcastDialog } from './BroadcastParts.tsx';
import { CloseDialog, type ClosingQuestion, EndDialog } from './CloseDialog.tsx';
import { ConsoleFoot } from './ConsoleFoot.tsx';
import type { ConsoleModel } from './ConsoleModel.ts';
import styles from './ConsolePage.module.css';
import { KeyRow } from './KeyRow.tsx';
import { KEYS } from './keys.ts';
import { NodesDocument } from './NodesDocument.tsx';
import { PaneGrid } from './PaneGrid.tsx';
import { focusAfterMenu, type ShowMessage } from './paneItems.ts';
import type { PaneTerminal } from './PaneTerminal.ts';
import { RenameDialog } from './RenameDialog.tsx';
import { activeAddress, activeTab, focusedPane, panesOf, titleOf, type ConsoleDocument, type Pane } from './tabs.ts';
import { TabStrip } from './TabStrip.tsx';
import type { PaneActs } from './TerminalPane.tsx';
import { TerminalSettings } from './TerminalSettings.tsx';
import { useConsoleKeys } from './useConsoleKeys.ts';
import { terminalOf, usePeople } from './useTerminal.ts';

type Props = {
  model: ConsoleModel;
  /** Address of the first data page. */
  home: string;
  /** Buttons at the end of the tab strip: shortcuts, menu. */
  tools: ReactNode;
  FactorPrompt: PaneActs['FactorPrompt'];
  keysHref: string;
  explain?: PaneActs['explain'];
  /** Beside the tabs. On a phone above them. */
  dock?: ReactNode;
};

/** The overlay on the page. */
type Over =
  | { kind: 'nothing' }
  | { kind: 'closing'; question: ClosingQuestion }
  | { kind: 'name'; tab: ConsoleDocument }
  | { kind: 'broadcast' }
  | { kind: 'share'; pane: Pane }
  | { kind: 'ending'; pane: Pane }
  | { kind: 'settings' };

/** How long the message about the last action is shown. */
const SAID_MS = 8000;

const NOTHING: Over = { kind: 'nothing' };

/** The terminal console: a browser window with its own tabs (screens §7). */
export function ConsolePage({ model, home, tools, FactorPrompt, keysHref, explain, dock }: Props) {
  const documents = useStore(model.documents);
  const [over, setOver] = useState<Over>(NOTHING);
  const [message, setMessage] = useState<Toast>();
  const showMessage: ShowMessage = useCallback((text, isWarning = false) => setMessage({ text, isWarning }), []);
  const isPhone = useMedia(PHONE);
  const active = activeTab(documents);
  const pane = active?.kind === 'terminal' ? focusedPane(active) : undefined;
  const terminal = pane && model.terminal(pane.id);
  const { clusterId } = activeAddress(documents);

  const broadcast = useCallback(() => {
    if (model.broadcast.receivers.get().size > 0) model.broadcast.end();
    else setOver({ kind: 'broadcast' });
  }, [model]);
  const closePanes = useCallback(
    (title: string, panes: readonly Pane[], close: () => void) => {
      const ids = panes.map(({ id }) => id);
      const only = model.closingEffect(ids);
      // When several tabs close, even one session that ends is worth a question.
      const effect =
        only.kind === 'ends' && panes.length > 1 ? { ...only, kind: 'several' as const, ends: 1, leaves: 0 } : only;
      const transfers = model.pendingTransfers(ids);
      const end = () => {
        if (effect.kind !== 'none') model.announceEnd(ids);
        close();
      };
      if (effect.kind === 'none' && transfers === 0) close();
      else setOver({ kind: 'closing', question: { title, effect, transfers, close: end } });
    },
    [model],
  );
  const closeTabs = useCallback(
    (tabs: readonly ConsoleDocument[]) => {
      const [only] = tabs;
      const title = only && tabs.length === 1 ? titleOf(only) : `${tabs.length} tabs`;
      closePanes(title, tabs.flatMap(panesOf), () => tabs.forEach(({ id }) => model.close(id)));
    },
    [model, closePanes],
  );
  const openNew = useCallback(() => model.open({ kind: 'nodes', clusterId }), [model, clusterId]);
  useConsoleKeys(model, { showMessage, broadcast, openNew, close: closeTabs });
  // The message belongs to the previously active tab.
  useEffect(() => model.documents.subscribe(() => setMessage(undefined)), [model]);
  useEffect(() => model.news.subscribe(showMessage), [model, showMessage]);
  useEffect(() => {
    // A phone has keys in place of the foot.
    if (isPhone && message) toasts.show(message);
    const timer = setTimeout(() => setMessage(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [message, isPhone]);

  const acts: PaneActs = {
    showMessage,
    FactorPrompt,
    keysHref,
    explain,
    closePane: (pane) => closePanes(pane.title, [pane], () => model.closePane(pane.id)),
    broadcast,
    showSettings: () => setOver({ kind: 'settings' }),
    share: (pane) => setOver({ kind: 'share', pane }),
    endForEveryone: (pane) => setOver({ kind: 'ending', pane }),
  };
  const end = () => {
    setOver(NOTHING);
    focusAfterMenu(terminal?.emulator);
  };
  return (
    <div className={styles.console}>
      <title>{active ? `${clusterId} • ${titleOf(active)}` : 'Console'}</title>
      <TabStrip
        model={model}
        isPhone={isPhone}
        home={home}
        tools={
          <>
            {pane && !isPhone && (
              <IconButton
                size="inline"
                icon="square-split-horizontal"
                label="Split right"
                keys={KEYS.splitRight}
                off={pane.home ? undefined : 'The server of this session is still being loaded'}
                onClick={() => void model.split(pane.id, 'row')}
              />
            )}
            {tools}
          </>
        }
        acts={{ showMessage, close: closeTabs, share: acts.share, rename: (tab) => setOver({ kind: 'name', tab }) }}
        onActivate={(id) => {
          model.activate(id);
          model.giveKeys();
        }}
        onNew={openNew}
      />
      <div className="flex fill">
        <main className="grow rel scroll surface">
          {active?.kind === 'terminal' && <h1 className="vh">{titleOf(active)}</h1>}
          {documents.tabs.map((tab) =>
            tab.kind === 'terminal' ? (
              <PaneGrid
                key={tab.id}
                model={model}
                tab={tab}
                isOn={tab.id === active?.id}
                isPhone={isPhone}
                acts={acts}
              />
            ) : (
              <NodesDocument key={tab.id} model={model} tab={tab} isOn={tab.id === active?.id} />
            ),
          )}
          {!active && <BlankTab model={model} />}
          {over.kind === 'settings' && <TerminalSettings onClose={end} />}
        </main>
        {dock}
      </div>
      {isPhone && terminal ? (
        <Keys terminal={terminal} />
      ) : (
        <ConsoleFoot model={model} tab={active} pane={pane} terminal={terminal} message={message} />
      )}
      {over.kind === 'closing' && <CloseDialog question={over.question} onClose={end} />}
      {over.kind === 'share' && model.terminal(over.pane.id) && <Share model={model} pane={over.pane} onClose={end} />}
      {over.kind === 'ending' && (
        <EndDialog title={over.pane.title} onEnd={() => model.terminal(over.pane.id)?.endForEveryone()} onClose={end} />
      )}
      {over.kind === 'broadcast' && <BroadcastDialog model={model} onClose={end} />}
      {over.kind === 'name' && (
        <RenameDialog
          title={titleOf(over.tab)}
          name={over.tab.kind === 'terminal' ? (over.tab.name ?? '') : ''}
          onName={(name) => model.rename(over.tab.id, name)}
          onClose={end}
        />
      )}
    </div>
  );
}

function Share({ model, pane, onClose }: { model: ConsoleModel; pane: Pane; onClose: () => void }) {
  const terminal = terminalOf(model, pane);
  const people = usePeople(model, terminal);
  const sid = useStore(terminal.session.metadata)?.id ?? '';
  return (
    <ShareDialog title={pane.title} clusterId={pane.address.clusterId} sid={sid} people={people} onClose={onClose} />
  );
}

function Keys({ terminal }: { terminal: PaneTerminal }) {
  const screen = useStore(terminal.screen);
  return screen.kind === 'ready' ? <KeyRow emulator={screen.emulator} /> : null;
}
