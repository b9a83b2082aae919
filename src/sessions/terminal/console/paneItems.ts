import type { OfferedContext } from '../../../api/assistRequests.ts';
import { copyAndReport, copyWithToast } from '../../../ui/copyWithToast.ts';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { keyText } from '../../../ui/plain/keyCaps.ts';
import { saveText } from '../../../ui/plain/saveFile.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import { KEYS } from './keys.ts';
import { resetTerminal } from './lines.ts';
import type { PaneTerminal } from './PaneTerminal.ts';
import { equalise } from './paneTree.ts';
import { prefer, preferences } from './preferences.ts';
import { vitalsLabel } from './sessionMessages.ts';
import { allPanes, type Pane, type TerminalDocument } from './tabs.ts';

/** Reports the last action. `isWarning`: it could not be done. */
export type ShowMessage = (text: string, isWarning?: boolean) => void;

/** The reason why a session cannot be shared. */
export const NO_SESSION = 'The session has no name yet';

type Options = {
  model: ConsoleModel;
  tab: TerminalDocument;
  pane: Pane;
  terminal: PaneTerminal;
  /** The reason why file transfer is disabled now. */
  filesOff: string | undefined;
  showMessage: ShowMessage;
  close: () => void;
  share: () => void;
  showSettings: () => void;
  /** Opens Assist with the selected text, otherwise with the last lines. Absent without Assist. */
  explain: ((context: OfferedContext) => void) | undefined;
  /** Opens the dialog for the terminals that receive the input, or stops the broadcast. */
  broadcast: () => void;
};

/** Browsers only allow clipboard access on secure origins, and some ask the user first. */
async function pasteClipboard(terminal: PaneTerminal, showMessage: ShowMessage): Promise<void> {
  try {
    terminal.paste(await navigator.clipboard.readText());
    focusAfterMenu(terminal.emulator);
  } catch {
    const text = `The browser does not allow pasting from a menu here. Use ${keyText(KEYS.paste)} or your keyboard’s Paste`;
    showMessage(text, true);
  }
}

export async function copySelection(terminal: PaneTerminal, showMessage: ShowMessage): Promise<void> {
  const text = terminal.emulator?.selection() ?? '';
  if (!text) return showMessage('Nothing is selected', true);
  await copyAndReport(text, 'Selection', showMessage);
  terminal.emulator?.focus();
}

/** For a link at the pointer. */
export const linkItems = (link: string | undefined): readonly MenuItem[] =>
  link === undefined
    ? []
    : [
        { kind: 'item', id: 'open', label: 'Open address', href: link, newTab: true },
        { kind: 'item', id: 'copyLink', label: 'Copy address', run: () => void copyWithToast(link, 'Address') },
        { kind: 'line' },
      ];

/** The items of a terminal's menus: the one in its head and the context menu. */
export const paneItems = (options: Options): readonly MenuItem[] => [
  ...textItems(options),
  { kind: 'line' },
  ...fileItems(options),
  { kind: 'line' },
  ...splitItems(options),
  { kind: 'line' },
  ...sessionItems(options),
];

const RECENT_LINES = 200;

/** The context that a terminal offers to Assist: the selection, or the end of its output. */
export const selectionOffer = (title: string, emulator: Emulator): OfferedContext => ({
  kind: 'terminal',
  title: `${title}, selection`,
  read: () => emulator.selection(),
});
export const recentOffer = (title: string, emulator: Emulator): OfferedContext => ({
  kind: 'terminal',
  title: `${title}, last ${RECENT_LINES} lines`,
  read: () => emulator.recentText(RECENT_LINES),
});

function textItems({ pane, terminal, showMessage, showSettings, explain }: Options): MenuItem[] {
  const { emulator } = terminal;
  const { readerMode } = preferences.get();
  const off = emulator ? undefined : 'The terminal is still loading';
  const thenFocus = (act: () => void) => () => {
    act();
    focusAfterMenu(emulator);
  };
  return [
    {
      kind: 'item',
      id: 'copy',
      label: 'Copy',
      icon: 'copy',
      hint: keyText(KEYS.copy),
      off: off ?? (emulator?.hasSelection.get() ? undefined : 'Nothing is selected'),
      run: () => void copySelection(terminal, showMessage),
    },
    ...(explain
      ? [
          {
            kind: 'item' as const,
            id: 'explain',
            label: 'Explain this',
            icon: 'sparkles' as const,
            off,
            run: () => {
              if (!emulator) return;
              const offerOf = emulator.hasSelection.get() ? selectionOffer : recentOffer;
              afterMenu(() => explain(offerOf(pane.title, emulator)));
            },
          },
        ]
      : []),
    {
      kind: 'item',
      id: 'paste',
      label: 'Paste',
      icon: 'clipboard',
      hint: keyText(KEYS.paste),
      off,
      run: () => void pasteClipboard(terminal, showMessage),
    },
    { kind: 'item', id: 'selectAll', label: 'Select all', off, run: thenFocus(() => emulator?.selectAll()) },
    {
      kind: 'item',
      id: 'find',
      label: 'Find',
      icon: 'search',
      hint: keyText(KEYS.find),
      off,
      run: () => terminal.find(),
    },
    {
      kind: 'item',
      id: 'save',
      label: 'Save as text',
      icon: 'file-down',
      off,
      run: thenFocus(() => emulator && saveText(emulator.text(), pane.title)),
    },
    { kind: 'item', id: 'clear', label: 'Clear scrollback', off, run: thenFocus(() => emulator?.clear()) },
    {
      kind: 'item',
      id: 'reset',
      label: 'Reset terminal',
      off,
      run: thenFocus(() => terminal.session.output.push(resetTerminal(emulator?.isOnOtherScreen ?? false))),
    },
    {
      kind: 'item',
      id: 'reader',
      label: 'Read output aloud',
      chosen: readerMode,
      run: thenFocus(() => prefer({ readerMode: !readerMode })),
    },
    { kind: 'item', id: 'settings', label: 'Terminal settings', icon: 'sliders-horizontal', run: showSettings },
  ];
}

const fileItems = ({ terminal: { files }, filesOff: off }: Options): MenuItem[] => [
  { kind: 'item', id: 'upload', label: 'Upload files', icon: 'upload', off, run: () => files.panel.set('upload') },
  {
    kind: 'item',
    id: 'download',
    label: 'Download a file',
    icon: 'download',
    off,
    run: () => files.panel.set('download'),
  },
  // Also without a connection, since it shows the results of the transfers.
  { kind: 'item', id: 'files', label: 'Show transfers', run: files.showTransfers },
];

function splitItems({ model, tab, pane, terminal, showMessage, broadcast }: Options): MenuItem[] {
  const alone = tab.panes.length < 2 ? 'It is the only pane of its tab' : undefined;
  const unknown = pane.home ? undefined : 'The server is still being loaded';
  const isSpreading = model.broadcast.receivers.get().size > 0;
  return [
    {
      kind: 'item',
      id: 'right',
      label: 'Split right',
      icon: 'square-split-horizontal',
      hint: keyText(KEYS.splitRight),
      off: unknown,
      run: () => afterMenu(() => model.split(pane.id, 'row')),
    },
    {
      kind: 'item',
      id: 'down',
      label: 'Split down',
      hint: keyText(KEYS.splitDown),
      off: unknown,
      run: () => afterMenu(() => model.split(pane.id, 'column')),
    },
    {
      kind: 'item',
      id: 'zoom',
      label: tab.zoomedId === undefined ? 'Show only this pane' : 'Show all panes',
      hint: keyText(KEYS.zoom),
      off: alone,
      run: () => model.toggleZoom(pane.id),
    },
    {
      kind: 'item',
      id: 'equal',
      label: 'Make all panes the same size',
      off: alone,
      run: () => {
        model.setLayout(tab.id, equalise(tab.layout));
        showMessage('All panes have the same size');
        focusAfterMenu(terminal.emulator);
      },
    },
    { kind: 'item', id: 'detach', label: 'Move to a new tab', off: alone, run: () => model.detach(pane.id) },
    {
      kind: 'item',
      id: 'broadcast',
      label: isSpreading ? 'Stop typing into several terminals' : 'Type into several terminals',
      icon: 'radio-tower',
      hint: keyText(KEYS.broadcast),
      off: allPanes(model.documents.get()).length < 2 ? 'No other terminal is open' : undefined,
      run: broadcast,
    },
  ];
}

function sessionItems({ model, pane, terminal, close, share }: Options): MenuItem[] {
  const { home } = pane;
  const { session } = terminal;
  const latency = session.latency.get();
  const isLost = session.state.get().kind === 'lost';
  const isOver = model.isOver(pane.id) && session.canStartOver;
  return [
    ...(latency ? [{ kind: 'head' as const, label: vitalsLabel(latency) }] : []),
    // A low pane has no space for these actions of the banner.
    {
      kind: 'item',
      id: 'again',
      label: isLost ? 'Try to reconnect now' : 'New session in this pane',
      off: isLost || isOver ? undefined : 'The session is running',
      run: () => (isLost ? session.tryNow() : model.startOver(pane.id)),
    },
    {
      kind: 'item',
      id: 'share',
      label: 'Share session',
      icon: 'share-2',
      off: session.metadata.get() ? undefined : NO_SESSION,
      run: share,
    },
    {
      kind: 'item',
      id: 'another',
      label: 'Another session here',
      icon: 'plus',
      off: home ? undefined : 'The server is still being loaded',
      run: () => home && model.open({ kind: 'node', clusterId: pane.address.clusterId, ...home }),
    },
    { kind: 'item', id: 'close', label: 'Close', icon: 'x', run: close },
  ];
}

/** Runs after the closing menu has restored the focus to its button, which focuses the pane of that button. */
const afterMenu = (act: () => void): void => {
  setTimeout(act);
};

export const focusAfterMenu = (emulator: Emulator | undefined): void => afterMenu(() => emulator?.focus());
