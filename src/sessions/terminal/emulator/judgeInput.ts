// What text on its way into a shell is: pasted, with what it would run, or said by the terminal itself.
/* oxlint-disable no-control-regex -- control characters are what this is about */

/** What a paste would do, for the question before it. */
export type PastePlan = {
  /** Without what a terminal would obey. */
  text: string;
  lines: number;
  /** It ends with a line end, which would run its last line. */
  runs: boolean;
  /** Control characters that were left out. */
  left: number;
};

/** Everything a terminal obeys instead of showing, save tab and line ends: escape sequences could even end the bracket around a paste. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

export function planPaste(pasted: string): PastePlan {
  const text = pasted.replace(CONTROLS, '');
  const runs = /[\r\n]$/.test(text);
  const lines = text.replace(/(\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length;
  return { text, lines, runs, left: pasted.length - text.length };
}

/** Everything but a piece of one line is asked about; so is text that was changed. */
export const needsQuestion = ({ lines, runs, left }: PastePlan): boolean => lines > 1 || runs || left > 0;

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

/** Programs ask a few dozen questions. A flood of them must not make the page send without end. */
const REPORTS_PER_SECOND = 1000;

/** Counts the reports of one terminal. */
export class ReportLimit {
  #sinceMs = 0;
  #count = 0;

  /** False: this one is not sent. */
  take(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs >= 1000) [this.#sinceMs, this.#count] = [nowMs, 0];
    this.#count++;
    return this.#count <= REPORTS_PER_SECOND;
  }
}
