import type { CSSProperties } from 'react';
import type { AnsiStyle } from './ansi.ts';

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** Black is not readable on a dark page, so it becomes the default text colour. */
const colourOf = (index: number | undefined): string | undefined =>
  index === undefined || index === 0
    ? undefined
    : `var(--term-${index < 8 ? '' : 'bright-'}${NAMES[index % 8] ?? 'white'})`;

/**
 * Each colour of the palette is readable on the background of the terminal. On a coloured background the text has the
 * terminal's background colour, for the same reason.
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
