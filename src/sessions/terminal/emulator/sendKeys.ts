/** Keys that browsers and desktops keep for themselves, and what a terminal sends for them. */
const FUNCTION_KEYS: readonly string[] = [
  '\x1bOP',
  '\x1bOQ',
  '\x1bOR',
  '\x1bOS',
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((code) => `\x1b[${code}~`),
];

export type SentKey = { name: string; sequence: string };

export const CONTROL_KEYS: readonly SentKey[] = [
  { name: 'Ctrl+W', sequence: '\x17' },
  { name: 'Ctrl+T', sequence: '\x14' },
  { name: 'Ctrl+N', sequence: '\x0e' },
  { name: 'Ctrl+Tab', sequence: '\x1b[27;5;9~' },
  { name: 'Ctrl+PgUp', sequence: '\x1b[5;5~' },
  { name: 'Ctrl+PgDn', sequence: '\x1b[6;5~' },
  { name: 'Alt+Tab', sequence: '\x1b\t' },
  { name: 'Alt+Left', sequence: '\x1b[1;3D' },
  { name: 'Alt+Right', sequence: '\x1b[1;3C' },
  { name: 'Alt+F4', sequence: '\x1b[1;3S' },
];

export const F_KEYS: readonly SentKey[] = FUNCTION_KEYS.map((sequence, i) => ({ name: `F${i + 1}`, sequence }));
