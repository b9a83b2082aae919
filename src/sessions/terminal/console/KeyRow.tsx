import type { PointerEvent } from 'react';
import { useStore } from '../../../ui/useStore.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import type { RowKey } from '../emulator/keySequences.ts';
import styles from './KeyRow.module.css';

const BEFORE: readonly RowKey[] = ['Esc', 'Tab'];
const AFTER: readonly [RowKey, string][] = [
  ['|', '|'],
  ['/', '/'],
  ['Left', '←'],
  ['Up', '↑'],
  ['Down', '↓'],
  ['Right', '→'],
  ['PgUp', 'PgUp'],
  ['PgDn', 'PgDn'],
];
const NAMES: Partial<Record<RowKey, string>> = { '|': 'Pipe', '/': 'Slash' };

/** Keys that a phone's keyboard lacks. The focus stays in the terminal, so that the on-screen keyboard stays open. */
export function KeyRow({ emulator }: { emulator: Emulator }) {
  const sticky = useStore(emulator.sticky);
  const stay = (event: PointerEvent) => event.preventDefault();
  const key = (name: RowKey, cap: string = name) => (
    <button key={name} type="button" aria-label={NAMES[name] ?? name} onClick={() => emulator.press(name)}>
      {cap}
    </button>
  );
  return (
    <footer onPointerDown={stay}>
      <div className={styles.row} role="toolbar" aria-label="Keys">
        {BEFORE.map((name) => key(name))}
        {(['ctrl', 'alt'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={sticky[name]}
            onClick={() => emulator.sticky.set({ ...sticky, [name]: !sticky[name] })}
          >
            {name === 'ctrl' ? 'Ctrl' : 'Alt'}
          </button>
        ))}
        {AFTER.map(([name, cap]) => key(name, cap))}
      </div>
    </footer>
  );
}
