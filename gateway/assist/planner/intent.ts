// What the planner understands: each intent has the words of a request and the command that answers it. Commands read,
// unless `changes` says what they do. Arguments match strict patterns, so that none of them is more than one word of a
// shell.

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
  says: (args: Readonly<Record<string, string | undefined>>) => string;
  /** What it changes; absent: nothing. */
  changes?: string;
};

/** Words of one shell argument each, without anything that a shell reads in another way. */
export const UNIT = String.raw`(?<unit>[a-z][\w.@-]{1,60})`;
export const PATH = String.raw`(?<path>(?:~|/)[\w.@+/-]{0,200})`;
export const PORT = String.raw`(?<port>\d{1,5})`;

export const re = (source: string): RegExp => new RegExp(String.raw`\b(?:${source})(?!\w)`, 'iu');
/** Paths begin with a character that is none of a word. */
export const rePath = (source: string): RegExp => new RegExp(String.raw`(?:^|\s)(?:${source})`, 'iu');

/** Words that look like the name of a service or package and are none. */
const NOT_A_NAME = new Set(
  `a all an and any are at by can check current do down error errors every failed failing fetch file for from get give here how
   in installed is it kernel last latest list log logs machine machines me my new no node nodes of on or our package packages
   please print process processes read recent running see server servers service services show some status state syslog system
   tail the their there these this those up version versions view what where which who with you`.split(/\s+/),
);

/** Arguments of the intents that are not names of services or packages. */
export const isName = (text: string | undefined): boolean => text === undefined || !NOT_A_NAME.has(text.toLowerCase());
