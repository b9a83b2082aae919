// "All servers except web-1": a request that leaves something out. The tables would take what it names as what it is for.
import { wordSet, type MarkedRequest } from './servers.ts';
import words from './words.json' with { type: 'json' };

const NO_LETTER = String.raw`(?![\p{L}\p{N}_-])`;
/** Words that leave out whatever follows them, also a name that no server has. */
const EXCLUDES = new RegExp(
  String.raw`!=|<>|!~|(?<= )-(?=NAME|LABEL)|(?<![\p{L}\p{N}_-])(?:except(?:ing)?|exclud(?:e|es|ed|ing)|other than|apart from|aside from|besides|outside|leav(?:e|es|ing) out|skip(?:ping)?|omit(?:s|ting)?|ignor(?:e|es|ing)|exempt(?:ing)?|unless|instead of|rather than|w/o|minus|but(?! (?:only|just|also|first|then|please|now)${NO_LETTER}))${NO_LETTER}`,
  'u',
);
const NEGATION = String.raw`(?<![\p{L}\p{N}_'-])(?:not|no|non|without|never|nor|neither|cannot|\p{L}+n't|(?:are|do|does|have|is)nt)${NO_LETTER}`;
/** Words between a negation and the name that it leaves out. */
const BETWEEN = [...wordSet(words.between)].join('|');
/** "Services that are not running on web-1" leaves out none. `web-7` may be a name that no server has. */
const NEGATED_NAME = String.raw`${NEGATION}(?=(?:[^\p{L}\p{N}]+(?:${BETWEEN})${NO_LETTER})*[^\p{L}\p{N}]+(?:NAME|LABEL|\p{L}\S*\d))`;

/** The word with which a request leaves out servers. `isStrict`: each negation counts, whatever it is about. */
export const exclusionIn = ({ sentence }: MarkedRequest, isStrict: boolean): string | undefined =>
  (EXCLUDES.exec(sentence) ?? new RegExp(isStrict ? NEGATION : NEGATED_NAME, 'u').exec(sentence))?.[0];
