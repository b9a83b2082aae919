// What the planner understands: each intent has the words of a request and the command that answers it. Commands read,
// unless `changes` says what they do. Arguments match strict patterns, so that none of them is more than one word of a
// shell.

import { isSentenceWord, wordSet } from './servers.ts';
import words from './words.json' with { type: 'json' };

export type Intent = {
  id: string;
  /** For the list of what is understood: `disk space`. */
  topic: string;
  /** One request that it understands. */
  example: string;
  /**
   * The first that matches decides. Named groups are the arguments. Words are apart by one blank (`toWords` of plan.ts): what
   * can be a word and what is between words never overlap, so that no text takes long.
   */
  patterns: readonly RegExp[];
  /** `args`: named groups of the pattern. */
  command: (args: Readonly<Record<string, string | undefined>>) => string;
  /** One sentence: what the command shows or does. */
  describe: (args: Readonly<Record<string, string | undefined>>) => string;
  /** Id of the intent that is meant where the service is the name of a host: "logs of web-1". */
  ofHost?: string;
  /** What it changes; absent: nothing. */
  changes?: string;
};

/** Words of one shell argument each, without anything that a shell reads in another way. */
export const UNIT = String.raw`(?<unit>[a-z][\w.@-]{1,60})`;
export const PATH = String.raw`(?<path>(?:~|/)[\w.@+/-]{0,200})`;
export const PORT = String.raw`(?<port>\d{1,5})`;

/** With what a request may begin. */
export const POLITE = String.raw`(?:(?:please|can you|could you|now|i want to|i need to|let'?s) )*`;

export const re = (source: string): RegExp => new RegExp(String.raw`\b(?:${source})(?!\w)`, 'iu');
/** Paths begin with a character that is none of a word. */
export const rePath = (source: string): RegExp => new RegExp(String.raw`(?:^|\s)(?:${source})`, 'iu');

/** Words that look like the name of a service or package and are none, as are words of any sentence. */
const NOT_A_NAME = wordSet(words.notService);

/** Arguments of the intents that are not names of services or packages. */
export const isName = (text: string): boolean => !NOT_A_NAME.has(text) && !isSentenceWord(text);
