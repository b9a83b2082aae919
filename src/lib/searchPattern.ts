import { errorMessage } from './errorMessage.ts';

export type SearchOptions = { isRegExp: boolean; matchesCase: boolean };

/** Escapes a text, so that a regular expression finds exactly this text. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Source and flags of the expression that finds a text, which can be a regular expression itself. */
export const searchPattern = (
  text: string,
  { isRegExp, matchesCase }: SearchOptions,
): { pattern: string; flags: string } => ({
  pattern: isRegExp ? text : escapePattern(text),
  flags: matchesCase ? '' : 'i',
});

/** The reason why a text is not a regular expression, or undefined if it is one. */
export function patternFault(text: string): string | undefined {
  try {
    new RegExp(text);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}
