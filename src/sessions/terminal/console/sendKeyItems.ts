import type { MenuItem } from '../../../ui/menuItems.ts';
import { keyText } from '../../../ui/plain/keyCaps.ts';
import { CONTROL_KEYS, F_KEYS, type SentKey } from '../emulator/keySequences.ts';
import { focusAfterMenu } from './paneItems.ts';
import type { PaneTerminal } from './PaneTerminal.ts';

/** Keys that the browser or the operating system would handle. */
export function sendKeyItems({ emulator }: PaneTerminal): readonly MenuItem[] {
  const send = ({ name, sequence }: SentKey): MenuItem => ({
    kind: 'item',
    id: name,
    label: keyText(name),
    run: () => {
      emulator?.send(sequence);
      focusAfterMenu(emulator);
    },
  });
  const hold = (which: 'ctrl' | 'alt', label: string): MenuItem => ({
    kind: 'item',
    id: which,
    label,
    chosen: emulator?.sticky.get()[which] === true,
    run: () => {
      emulator?.sticky.set({ ...emulator.sticky.get(), [which]: !emulator.sticky.get()[which] });
      focusAfterMenu(emulator);
    },
  });
  return [
    hold('ctrl', 'Ctrl with the next key'),
    hold('alt', 'Alt with the next key'),
    { kind: 'line' },
    ...CONTROL_KEYS.map(send),
    { kind: 'line' },
    ...F_KEYS.map(send),
  ];
}
