// Control characters of terminals (ECMA-48), and what cannot be seen.

/** CSI, OSC, the other strings, and short sequences. */
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
