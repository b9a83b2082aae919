// Texts of others, and what has to be taken out of them before they are stored, shown or sent to a model.
import { toUSVString } from 'node:util';

/** The database holds no NUL, and no half of a character: both become the replacement character. */
export const storableText = (text: string): string => toUSVString(text.replaceAll('\0', '\ufffd'));

/** RFC 3339 without fractions, as a cluster writes times of conversations. */
export const toTimestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Control sequences of terminals (ECMA-48): CSI, OSC, the other strings, and short sequences. */
const SEQUENCES = new RegExp(
  String.raw`\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*\u001b\\|[ -/]*[0-~])`,
  'g',
);
/** All but line feeds and tabs. */
const CONTROLS = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`, 'g');

/** Control characters, marks that turn the direction of text, and characters without width. */
const HIDDEN_ONE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/u;
const HIDDEN_ALL = new RegExp(HIDDEN_ONE.source, 'gu');

/** Output of a terminal without its control sequences. */
export const plainText = (output: string): string => output.replace(SEQUENCES, '').replace(CONTROLS, '');

/** Line feeds and tabs are hidden too: what has one does not show all of itself on one line. */
export const hasHidden = (text: string): boolean => HIDDEN_ONE.test(text);

export const withoutHidden = (text: string): string => text.replace(HIDDEN_ALL, ' ');

const LITERAL_MAX_CHARS = 1000;
const CODE_MAX_CHARS = 300;

/** Also what makes a link of an address that nobody marked as one. */
const MARKUP = /[\\`*_[\]<>#!|~@]|:(?=\/\/)|(?<=www)\./gi;

/** A text of others inside of Markdown: nothing in it is markup. */
export const literal = (text: string): string => oneLine(text).slice(0, LITERAL_MAX_CHARS).replace(MARKUP, '\\$&');

/** The same in the code font. */
export const codeText = (text: string): string => {
  const shown = oneLine(text);
  const cut = shown.length > CODE_MAX_CHARS ? `${shown.slice(0, CODE_MAX_CHARS)}…` : shown;
  return `\`${cut.replaceAll('`', "'") || ' '}\``;
};

/** Each blank, tab and line break, or row of them, as one blank. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
