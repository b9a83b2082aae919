/** Characters that draw nothing, or that reorder or hide text. Line ends, tabs and styles of emoji are not included. */
const HIDDEN = /(?![\t\n]|[\uFE00-\uFE0F])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

const nameOf = (hidden: string): string =>
  `U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Text from another person with hidden characters replaced by their names: `⟨U+202E⟩`. */
export const visibleText = (text: string): string => text.replace(HIDDEN, (hidden) => `⟨${nameOf(hidden)}⟩`);

/** The same on one line. */
export const visibleLine = (text: string): string => visibleText(text).replaceAll('\n', '↵').replaceAll('\t', '→');

/** A text in parts. `isHidden` marks the name of a character that a reader would not see. */
export function visibleParts(text: string): readonly { text: string; isHidden: boolean }[] {
  const parts: { text: string; isHidden: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isHidden: false });
    parts.push({ text: nameOf(match[0]), isHidden: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHidden: false });
  return parts;
}

export const hasHidden = (text: string): boolean => visibleParts(text).some(({ isHidden }) => isHidden);

export const withoutHidden = (text: string): string => text.replace(HIDDEN, '');
