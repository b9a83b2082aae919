const ARROWS: Record<string, string> = { Up: '↑', Down: '↓', Left: '←', Right: '→' };

/** True if ⌘ replaces Ctrl. */
export const isMac: boolean = /Mac|iPhone|iPad/.test(navigator.userAgent);

const capOf = (key: string): string => {
  if (key === 'Ctrl') return isMac ? '⌘' : 'Ctrl';
  return ARROWS[key] ?? key;
};

/** `G S` → [[G], [S]]; `Ctrl+K` → [[Ctrl, K]]: the texts on the caps, in sequence. */
export const keyCaps = (keys: string): string[][] => keys.split(' ').map((chord) => chord.split('+').map(capOf));

/** The same on one line, for tooltips: `Ctrl K`, `G then S`. */
export const keyText = (keys: string): string =>
  keyCaps(keys)
    .map((caps) => caps.join(' '))
    .join(' then ');
