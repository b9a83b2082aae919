// Texts of others inside of Markdown: nothing in them is markup.

const LITERAL_MAX_CHARS = 1000;
const CODE_MAX_CHARS = 300;

/** Also what makes a link of an address that nobody marked as one. */
const MARKUP = /[\\`*_[\]<>#!|~@]|:(?=\/\/)|(?<=www)\./gi;

export const literal = (text: string): string => oneLine(text).slice(0, LITERAL_MAX_CHARS).replace(MARKUP, '\\$&');

/** In the code font. */
export const codeText = (text: string): string => {
  const shown = oneLine(text);
  const cut = shown.length > CODE_MAX_CHARS ? `${shown.slice(0, CODE_MAX_CHARS)}…` : shown;
  return `\`${cut.replaceAll('`', "'") || ' '}\``;
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
