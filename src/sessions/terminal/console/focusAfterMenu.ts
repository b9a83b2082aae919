import type { Emulator } from '../emulator/Emulator.ts';

/** A menu that closes gives the focus back to what opened it; the terminal takes it after that. */
export const focusAfterMenu = (emulator: Emulator | undefined): void => {
  setTimeout(() => emulator?.focus());
};
