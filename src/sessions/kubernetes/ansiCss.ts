import type { CSSProperties } from 'react';
import type { AnsiStyle } from './ansi.ts';

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** Black is no colour to read on a dark page: it keeps the usual one. */
const colourOf = (index: number | undefined): string | undefined =>
  index === undefined || index === 0
    ? undefined
    : `var(--term-${index < 8 ? '' : 'bright-'}${NAMES[index % 8] ?? 'white'})`;

/**
 * Every colour of the palette is readable against the background of the terminal. On a coloured ground the text has
 * that background's colour, for the same reason.
 */
export function cssOf({ fg, bg, bold, dim, italic, underline, inverse }: AnsiStyle): CSSProperties {
  const [text, ground] = inverse
    ? [colourOf(bg), colourOf(fg) ?? 'var(--term-foreground)']
    : [colourOf(fg), colourOf(bg)];
  return {
    color: ground ? 'var(--term-background)' : (text ?? (dim ? 'var(--term-bright-black)' : undefined)),
    background: ground,
    fontWeight: bold ? 600 : undefined,
    fontStyle: italic ? 'italic' : undefined,
    textDecoration: underline ? 'underline' : undefined,
  };
}
