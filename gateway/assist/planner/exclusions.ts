// Finds exclusions: "All servers except web-1". The tables would treat the excluded name as a target.
import { wordSet, type MarkedRequest } from './servers.ts';
import words from './words.json' with { type: 'json' };

const NO_LETTER = String.raw`(?![\p{L}\p{N}_-])`;
/** Words that exclude what follows them, also an unknown name. */
const EXCLUDES = new RegExp(
  String.raw`!=|<>|!~|(?<= )-(?=NAME|LABEL)|(?<![\p{L}\p{N}_-])(?:except(?:ing)?|exclud(?:e|es|ed|ing)|other than|apart from|aside from|besides|outside|leav(?:e|es|ing) out|skip(?:ping)?|omit(?:s|ting)?|ignor(?:e|es|ing)|exempt(?:ing)?|unless|instead of|rather than|w/o|minus|but(?! (?:only|just|also|first|then|please|now)${NO_LETTER}))${NO_LETTER}`,
  'u',
);
const NEGATION = String.raw`(?<![\p{L}\p{N}_'-])(?:not|no|non|without|never|nor|neither|cannot|\p{L}+n't|(?:are|do|does|have|is)nt)${NO_LETTER}`;
/** Words between a negation and the excluded name. */
const BETWEEN = [...wordSet(words.between)].join('|');
/** "Services that are not running on web-1" excludes no server. `web-7` may be an unknown name. */
const NEGATED_NAME = String.raw`${NEGATION}(?=(?:[^\p{L}\p{N}]+(?:${BETWEEN})${NO_LETTER})*[^\p{L}\p{N}]+(?:NAME|LABEL|\p{L}\S*\d))`;

/** The excluding word of a request. `isStrict`: each negation counts, independent of its object. */
export const exclusionIn = ({ sentence }: MarkedRequest, isStrict: boolean): string | undefined =>
  (EXCLUDES.exec(sentence) ?? new RegExp(isStrict ? NEGATION : NEGATED_NAME, 'u').exec(sentence))?.[0];
