/* eslint-disable no-control-regex -- control characters are what this is about */
const ANSWERS = [
  // Who are you, where is the cursor, are you well, which mode: CSI … c, R, n, y and CSI … t.
  /^\x1b\[[?>=]?[\d;]*\$?[cRnyt]$/,
  // Colours, settings, names: OSC, DCS.
  /^\x1b[\]P][^]*(?:\x07|\x1b\\)$/,
];
const REPORTS = [
  ...ANSWERS,
  // Focus comes and goes.
  /^\x1b\[[IO]$/,
  // The pointer, SGR and X10.
  /^\x1b\[<[\d;]+[Mm]$/,
  /^\x1b\[M[^]{3}$/,
];

/** What a program asked the terminal for. Of all browsers that show a session, one may answer. */
export const isAnswer = (input: string): boolean => ANSWERS.some((form) => form.test(input));

/**
 * What a terminal says of itself and no person typed: a program's question answered, focus, the pointer. It belongs to
 * the one session. F3 with a modifier looks like the answer about the cursor, and is taken for it.
 */
export const isReport = (input: string): boolean => REPORTS.some((form) => form.test(input));
