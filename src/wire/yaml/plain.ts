import { READ_SCHEMA } from './dialect.ts';

/**
 * What a plain (unquoted) word means to the reader: text, or a boolean, number or null that only looks like text.
 * `word` is a whole scalar without surrounding blanks.
 */
export const readPlain = (word: string): unknown => READ_SCHEMA.resolveImplicitScalarTag(word).value;
