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
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

export function planPaste(pasted: string): PastePlan {
  const text = pasted.replace(CONTROLS, '');
  const runs = /[\r\n]$/.test(text);
  const lines = text.replace(/(\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length;
  return { text, lines, runs, left: pasted.length - text.length };
}

/** Everything but a piece of one line is asked about; so is text that was changed. */
export const needsQuestion = ({ lines, runs, left }: PastePlan): boolean => lines > 1 || runs || left > 0;
