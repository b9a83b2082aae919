// The intents of the planner: each has patterns of requests and the command that answers them. Commands only read,
// unless `changes` is set. Arguments match strict patterns, so that each is a single word of a shell.

import { isSentenceWord, wordSet } from './servers.ts';
import words from './words.json' with { type: 'json' };

export type Intent = {
  id: string;
  /** For the list of supported topics: `disk space`. */
  topic: string;
  /** An example request. */
  example: string;
  /**
   * The first match decides. Named groups are the arguments. Words are separated by one space (`toWords` of plan.ts).
   * Patterns of words and of separators never overlap, so that matching stays fast.
   */
  patterns: readonly RegExp[];
  /** `args`: named groups of the pattern. */
  command: (args: Readonly<Record<string, string | undefined>>) => string;
  /** One sentence: what the command shows or does. */
  describe: (args: Readonly<Record<string, string | undefined>>) => string;
  /** Id of the intended intent if the service is the name of a host: "logs of web-1". */
  ofHost?: string;
  /** What the command changes. Absent: nothing. */
  changes?: string;
};

/** Patterns of a single shell argument without special characters. */
export const UNIT = String.raw`(?<unit>[a-z][\w.@-]{1,60})`;
export const PATH = String.raw`(?<path>(?:~|/)[\w.@+/-]{0,200})`;
export const PORT = String.raw`(?<port>\d{1,5})`;

/** Polite words that a request may begin with. */
export const POLITE = String.raw`(?:(?:please|can you|could you|now|i want to|i need to|let'?s) )*`;

export const re = (source: string): RegExp => new RegExp(String.raw`\b(?:${source})(?!\w)`, 'iu');
/** Paths begin with a character that is not part of a word. */
export const rePath = (source: string): RegExp => new RegExp(String.raw`(?:^|\s)(?:${source})`, 'iu');

/** Words that look like the name of a service or package but are common words. */
const NOT_A_NAME = wordSet(words.notService);

/** Whether an argument is a name of a service or package. */
export const isName = (text: string): boolean => !NOT_A_NAME.has(text) && !isSentenceWord(text);
