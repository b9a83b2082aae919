import { errorMessage } from './errorMessage.ts';

export type SearchOptions = { isRegExp: boolean; matchesCase: boolean };

/** The text for a regular expression that finds exactly it. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Source and flags of the expression that finds a text, which may be an expression itself. */
export const searchPattern = (
  text: string,
  { isRegExp, matchesCase }: SearchOptions,
): { pattern: string; flags: string } => ({
  pattern: isRegExp ? text : escapePattern(text),
  flags: matchesCase ? '' : 'i',
});

/** Why a text is not a regular expression; undefined where it is one. */
export function patternFault(text: string): string | undefined {
  try {
    new RegExp(text);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}
