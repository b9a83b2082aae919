/* eslint-disable no-control-regex -- control characters are what this is about */
const REPORTS = [
  // Who are you, where is the cursor, are you well, which mode: CSI … c, R, n, y and CSI … t.
  /^\x1b\[[?>=]?[\d;]*\$?[cRnyt]$/,
  // Focus comes and goes.
  /^\x1b\[[IO]$/,
  // The pointer, SGR and X10.
  /^\x1b\[<[\d;]+[Mm]$/,
  /^\x1b\[M[^]{3}$/,
  // Colours, settings, names: OSC, DCS.
  /^\x1b[\]P][^]*(?:\x07|\x1b\\)$/,
];

/**
 * What a terminal says of itself and no person typed: a program's question answered, focus, the pointer. It belongs to
 * the one session. F3 with a modifier looks like the answer about the cursor, and is taken for it.
 */
export const isReport = (input: string): boolean => REPORTS.some((form) => form.test(input));
