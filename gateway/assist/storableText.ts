import { toUSVString } from 'node:util';

/** The database holds no NUL, and no half of a character: both become the replacement character. */
export const storableText = (text: string): string => toUSVString(text.replaceAll('\0', '\ufffd'));
