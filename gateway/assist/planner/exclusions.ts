// "All servers except web-1": a request that leaves something out. The tables would take what it names as what it is for.
import { isCommonWord, namesLabel, wordsOf, type ServerFacts } from './servers.ts';

/** Words that leave out whatever follows them, also a name that no server has. */
const EXCLUDES =
  /!=|<>|!~|(?<![\p{L}\p{N}_-])(?:except(?:ing)?|exclud(?:e|es|ed|ing)|other than|apart from|aside from|besides|outside|leav(?:e|es|ing) out|skip(?:ping)?|minus|but(?! (?:only|just|also|first|then|please|now)(?![\p{L}\p{N}_-])))(?![\p{L}\p{N}_-])/u;
/** Words that leave out only the name or label behind them: "services that are not running on web-1" leaves out none. */
const NEGATION = /^(?:not|no|non|without|never|nor|neither|cannot|\p{L}+n't|(?:are|do|does|have|is)nt)$/u;
/** Words between a negation and the name that it leaves out. */
const BETWEEN = new Set(
  `a all and any are at be called from has have having in include including is label labeled labelled labels named of on one or our part
   reboot restart run tagged that the them these those to touch which with host hosts machine machines node nodes server servers =`.split(
    /\s+/,
  ),
);
const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}._:@/'-]*|=+/gu;

/** The word with which a request leaves out servers. `isStrict`: each negation counts, whatever it is about. */
export function exclusionIn(request: string, facts: ServerFacts, isStrict: boolean): string | undefined {
  const text = request.toLowerCase().replaceAll('’', "'");
  const [word] = EXCLUDES.exec(text) ?? [];
  if (word !== undefined) return word;
  const tokens = text.match(TOKEN)?.map((token) => token.replace(/^=+$/, '=')) ?? [];
  return tokens.find(
    (token, i) => NEGATION.test(token) && (isStrict || isBeforeName(text, tokens.slice(i + 1), facts)),
  );
}

function isBeforeName(text: string, behind: readonly string[], { names, labels }: ServerFacts): boolean {
  const keys = new Set(labels.map(({ key }) => key.toLowerCase()));
  const values = labels
    .filter(({ key, value }) => namesLabel(text, key, value))
    .map(({ value }) => value.toLowerCase());
  const named = new Set([...names.map((name) => name.toLowerCase()), ...values]);
  const next = behind.find((token) => !BETWEEN.has(token) && !keys.has(token));
  if (next === undefined) return false;
  return (
    wordsOf(next).some((form) => named.has(form)) ||
    (!isCommonWord(next) && /[-.:]?\d/.test(next) && /\p{L}/u.test(next))
  );
}
