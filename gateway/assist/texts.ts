// Functions that clean foreign texts before they are stored, shown or sent to a model.
import { toUSVString } from 'node:util';

/** The database stores no NUL and no lone surrogates: both become the replacement character. */
export const storableText = (text: string): string => toUSVString(text.replaceAll('\0', '\ufffd'));

/** RFC 3339 without fractions, the format of conversation times in a cluster. */
export const toTimestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Control sequences of terminals (ECMA-48): CSI, OSC, the other strings, and short sequences. */
const SEQUENCES = new RegExp(
  String.raw`\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*\u001b\\|[ -/]*[0-~])`,
  'g',
);
/** All control characters except line feeds and tabs. */
const CONTROLS = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`, 'g');

/** Control characters, marks that change the text direction, and characters without width or ink (braille blank). */
const HIDDEN_ONE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u;
const HIDDEN_ALL = new RegExp(HIDDEN_ONE.source, 'gu');

/** Output of a terminal without its control sequences. */
export const plainText = (output: string): string => output.replace(SEQUENCES, '').replace(CONTROLS, '');

/** Line feeds and tabs count as hidden too, because such a text is not fully visible on one line. */
export const hasHidden = (text: string): boolean => HIDDEN_ONE.test(text);

export const withoutHidden = (text: string): string => text.replace(HIDDEN_ALL, ' ');

const LITERAL_MAX_CHARS = 1000;
const CODE_MAX_CHARS = 300;

/** Also characters that turn a plain address into a link. */
const MARKUP = /[\\`*_[\]<>#!|~@]|:(?=\/\/)|(?<=www)\./gi;

/** Escapes foreign text for Markdown. */
export const literal = (text: string): string => oneLine(text).slice(0, LITERAL_MAX_CHARS).replace(MARKUP, '\\$&');

/** The same in the code font. */
export const codeText = (text: string): string => {
  const line = oneLine(text);
  const cut = line.length > CODE_MAX_CHARS ? `${line.slice(0, CODE_MAX_CHARS)}…` : line;
  return `\`${cut.replaceAll('`', "'") || ' '}\``;
};

/** Replaces each run of whitespace by one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
