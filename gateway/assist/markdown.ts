// Texts of others inside of Markdown: nothing in them is markup.

const LITERAL_MAX_CHARS = 1000;
const CODE_MAX_CHARS = 300;

export const literal = (text: string): string =>
  oneLine(text)
    .slice(0, LITERAL_MAX_CHARS)
    .replace(/[\\`*_[\]<>#!|~]/g, '\\$&');

/** In the code font. */
export const codeText = (text: string): string => {
  const shown = oneLine(text);
  const cut = shown.length > CODE_MAX_CHARS ? `${shown.slice(0, CODE_MAX_CHARS)}…` : shown;
  return `\`${cut.replaceAll('`', "'") || ' '}\``;
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
