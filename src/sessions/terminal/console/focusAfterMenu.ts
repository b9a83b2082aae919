import type { Emulator } from '../emulator/Emulator.ts';

/** A menu that closes gives the focus back to what opened it, and the pane of that gets the keys: this comes after that. */
export const afterMenu = (act: () => void): void => {
  setTimeout(act);
};

export const focusAfterMenu = (emulator: Emulator | undefined): void => afterMenu(() => emulator?.focus());
