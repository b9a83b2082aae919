import { useEffect, useMemo } from 'react';
import { useKeys } from '../../../ui/keys/useKeys.ts';
import type { KeyAction } from '../../../ui/keys/KeyTable.ts';
import { isMac } from '../../../ui/plain/keyCaps.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import { isWayOut, KEYS, wantedTab } from './keys.ts';
import { copySelection } from './paneItems.ts';
import { tabElementId } from './TabStrip.tsx';

/** Keys of the console; those that a terminal would swallow are caught on their way down to it. */
export function useConsoleKeys(model: ConsoleModel, say: (words: string) => void): void {
  const actions = useMemo(() => consoleActions(model, say), [model, say]);
  useKeys(actions);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const n = wantedTab(event, isMac);
      const isOut = isWayOut(event);
      if ((n === undefined && !isOut) || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      event.stopPropagation();
      if (n !== undefined) return model.activateNth(n);
      document.getElementById(tabElementId(model.documents.get().activeId ?? -1))?.focus();
      say('Out of the terminal. Enter goes back in');
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [model, say]);
}

function consoleActions(model: ConsoleModel, say: (words: string) => void): readonly KeyAction[] {
  const group = 'Terminal';
  const front = () => model.terminal(model.documents.get().activeId ?? -1);
  return [
    { label: 'Out of the terminal, to its tab', group, keys: [KEYS.out], handled: false },
    { label: 'To a tab', group, keys: [KEYS.tabs], handled: false },
    {
      label: 'Copy what is selected',
      group,
      keys: [KEYS.copy],
      run: () => {
        const terminal = front();
        if (terminal) void copySelection(terminal, say);
      },
    },
    // The browser itself pastes, and asks nobody for leave.
    { label: 'Paste', group, keys: [KEYS.paste], handled: false },
  ];
}
