import { copyText } from '../../../ui/copyText.ts';
import { keyText } from '../../../ui/plain/keyCaps.ts';
import type { MenuItem } from '../../../ui/menuItems.ts';
import { toasts } from '../../../ui/toasts.ts';
import { KEYS } from './keys.ts';
import { prefer, preferences } from './preferences.ts';
import type { TerminalPreferences } from './preferences.ts';
import type { TerminalTab } from './TerminalTab.ts';

const THEMES: readonly [TerminalPreferences['theme'], string][] = [
  ['page', 'As the console'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export type PaneActs = {
  /** undefined: the server of this session is not known. */
  openAnother: (() => void) | undefined;
  close: () => void;
  say: (words: string) => void;
};

/** Browsers give the clipboard to pages of a secure origin only, and some only after a question. */
async function pasteClipboard(terminal: TerminalTab, say: (words: string) => void): Promise<void> {
  try {
    terminal.paste(await navigator.clipboard.readText());
  } catch {
    say(`The browser does not give the clipboard to a menu here: ${keyText(KEYS.paste)} pastes`);
  }
}

export async function copySelection(terminal: TerminalTab, say: (words: string) => void): Promise<void> {
  const text = terminal.emulator?.selection() ?? '';
  if (!text) return say('Nothing is selected');
  say((await copyText(text)) ? 'Copied' : 'The browser refused to copy');
  terminal.emulator?.focus();
}

/** What the menus of a terminal offer: the one in its head and the one at the pointer. */
export function paneItems(terminal: TerminalTab, { openAnother, close, say }: PaneActs): readonly MenuItem[] {
  const { emulator } = terminal;
  const { theme, readerMode } = preferences.get();
  const off = emulator ? undefined : 'The terminal is not there yet';
  const sid = terminal.session.metadata.get()?.id;
  return [
    {
      kind: 'item',
      id: 'copy',
      label: 'Copy',
      icon: 'copy',
      hint: keyText(KEYS.copy),
      off: off ?? (emulator?.hasSelection.get() ? undefined : 'Nothing is selected'),
      run: () => void copySelection(terminal, say),
    },
    {
      kind: 'item',
      id: 'paste',
      label: 'Paste',
      icon: 'clipboard',
      hint: keyText(KEYS.paste),
      off,
      run: () => void pasteClipboard(terminal, say),
    },
    { kind: 'item', id: 'selectAll', label: 'Select all', off, run: () => emulator?.selectAll() },
    { kind: 'item', id: 'clear', label: 'Clear what has scrolled away', off, run: () => emulator?.clear() },
    { kind: 'line' },
    { kind: 'head', label: 'Colours' },
    ...THEMES.map(([choice, label]): MenuItem => ({
      kind: 'item',
      id: choice,
      label,
      chosen: choice === theme,
      run: () => prefer({ theme: choice }),
    })),
    { kind: 'line' },
    {
      kind: 'item',
      id: 'reader',
      label: 'Read output aloud',
      chosen: readerMode,
      run: () => prefer({ readerMode: !readerMode }),
    },
    { kind: 'line' },
    {
      kind: 'item',
      id: 'share',
      label: 'Copy link to this session',
      icon: 'share-2',
      off: sid ? undefined : 'The session has no name yet',
      run: () =>
        void copyText(location.origin + location.pathname).then(
          (copied) => copied && toasts.show({ text: 'Link copied. Who opens it needs access to the server.' }),
        ),
    },
    {
      kind: 'item',
      id: 'another',
      label: 'Another session here',
      icon: 'plus',
      off: openAnother ? undefined : 'The server is not known yet',
      run: () => openAnother?.(),
    },
    { kind: 'item', id: 'close', label: 'Close', icon: 'x', run: close },
  ];
}
