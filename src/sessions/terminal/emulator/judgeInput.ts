// Classifies input for a shell: a paste with its risks, or a report of the terminal itself.
/* oxlint-disable no-control-regex -- control characters are what this is about */

/** The properties of a paste, for the question before it. */
export type PastePlan = {
  /** Without control characters. */
  text: string;
  lines: number;
  /** It ends with a line end, which would run its last line. */
  runs: boolean;
  /** The number of removed control characters. */
  left: number;
};

/** All control characters except tab and line ends. Escape sequences could even end the bracket around a paste. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

export function planPaste(pasted: string): PastePlan {
  const text = pasted.replace(CONTROLS, '');
  const runs = /[\r\n]$/.test(text);
  const lines = text.replace(/(\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length;
  return { text, lines, runs, left: pasted.length - text.length };
}

/** Only a part of one line is pasted without a question, and only if it was not changed. */
export const needsQuestion = ({ lines, runs, left }: PastePlan): boolean => lines > 1 || runs || left > 0;

const ANSWERS = [
  // Device attributes, cursor position, status, mode: CSI … c, R, n, y and CSI … t.
  /^\x1b\[[?>=]?[\d;]*\$?[cRnyt]$/,
  // Colours, settings, names: OSC, DCS.
  /^\x1b[\]P][^]*(?:\x07|\x1b\\)$/,
];
const REPORTS = [
  ...ANSWERS,
  // Focus in and out.
  /^\x1b\[[IO]$/,
  // Mouse reports, SGR and X10.
  /^\x1b\[<[\d;]+[Mm]$/,
  /^\x1b\[M[^]{3}$/,
];

/** Answers to a program's queries. Only one of the browsers in a session may send them. */
export const isAnswer = (input: string): boolean => ANSWERS.some((form) => form.test(input));

/**
 * Input that the terminal itself generates: answers, focus and mouse reports. It belongs to one session. F3 with a
 * modifier looks like a cursor position report and counts as one.
 */
export const isReport = (input: string): boolean => REPORTS.some((form) => form.test(input));

/** Programs send a few dozen queries. The limit prevents a flood of them from making the page send without end. */
const REPORTS_PER_SECOND = 1000;

/** Limits the reports of one terminal. */
export class ReportLimit {
  #sinceMs = 0;
  #count = 0;

  /** False: this report must not be sent. */
  take(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs >= 1000) [this.#sinceMs, this.#count] = [nowMs, 0];
    this.#count++;
    return this.#count <= REPORTS_PER_SECOND;
  }
}
