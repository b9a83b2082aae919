// Finds the servers of a request that changes them. A reboot of the wrong server costs more than a question, so only
// sentences of a small grammar are understood.
import type { MarkedRequest, ServerChoice } from './servers.ts';
import words from './words.json' with { type: 'json' };

/** The words for each class in capitals. NAME and LABEL are literal (`markTargets`). */
const CLASSES = new Map(Object.entries(words.change.classes));
const SOME = phrases(words.change.some);
const ALL = phrases(words.change.all);
const ATTACHED = phrases(words.change.attached);
const ATTACHED_ONE = phrases(words.change.attachedOne);

const VERB = /^.*?\b(?:re-?boot|power[- ]?cycle|restart)\b ?/;
// oxlint-disable-next-line regexp/no-super-linear-move -- a request has at most REQUEST_CHARS_MAX characters
const END = /(?:(?:^|,? )(?:please|now|right now|right away|immediately|thanks|thank you)|[.!? ])+$/;
const JOIN = /,? and |, | & /;

/** undefined if a word is not in the grammar, or the sentence is ambiguous. `none`: the attached servers. */
export function changeTargets(
  { sentence, names, labels }: MarkedRequest,
  attachedCount: number,
): ServerChoice | undefined {
  const parts = sentence.replace(VERB, '').replace(END, '').split(JOIN);
  const [only = ''] = parts;
  if (parts.length === 1 && ALL.test(only)) return { kind: 'all' };
  const isAttached = ATTACHED.test(only) || (attachedCount === 1 && ATTACHED_ONE.test(only));
  if (parts.length === 1 && isAttached) return { kind: 'none' };
  if (!parts.every((part) => SOME.test(part))) return undefined;
  // "Prod and dev" are two values of one key. Other labels joined by "and" may mean both or either.
  const labelled = parts.filter((part) => part.includes('LABEL')).length;
  const keys = new Set(labels.map(({ key }) => key)).size;
  const isClear = labelled < 2 ? labels.length === keys : keys === 1 && labels.length === labelled;
  return isClear ? { kind: 'some', names, labels } : undefined;
}

/** `ALL? THE? SERVERS` as a regular expression. */
function phrases(list: readonly string[]): RegExp {
  const word = (token: string) => token.replace(/^\w+/, (name) => `(?:(?:^| )(?:${CLASSES.get(name) ?? name}))`);
  return new RegExp(`^(?:${list.map((phrase) => phrase.split(' ').map(word).join('')).join('|')})$`);
}
