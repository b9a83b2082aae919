import { colourLines } from '../review/colourLines.ts';

/**
 * Most servers keep the fields of a document and print them anew. What an author would miss of this text then, as a
 * sentence; undefined where it is little enough not to be spoken of.
 */
export function whatReprintLoses(text: string, what: string): string | undefined {
  const hasComments = colourLines(text).some((tokens) => tokens.some(({ kind }) => kind === 'comment'));
  return hasComments
    ? `It keeps the fields of this ${what}, not its text: the comments are gone after saving, and keys stand in alphabetical order.`
    : undefined;
}
