// Sentences of a review: they describe what a change does, in parts that a page can lay out.

import { formatCount } from './numbers.ts';

/** Words of a sentence. `code` is a value of a document, shown in the code font. */
export type Phrase = readonly (string | { code: string })[];

/** One effect of a change. */
export type Sentence = {
  /** Its effect on people's rights: it grants some, removes some, or neither. */
  effect: 'gain' | 'loss' | 'change';
  /** The user should check it before saving. */
  flagged: boolean;
  /** The main clause, and its restriction. */
  clause: Phrase;
  rest: Phrase;
  /** A second line: a count, a reason. */
  detail?: Phrase;
  /** The kind of the affected resource, if the number of changed resources can be counted. */
  countedKind?: string;
};

type Extra = { flagged?: boolean; rest?: Phrase; detail?: Phrase | undefined; countedKind?: string | undefined };

const sentence =
  (effect: Sentence['effect']) =>
  (clause: Phrase | string, { flagged = false, rest = [], detail, countedKind }: Extra = {}): Sentence => ({
    effect,
    flagged,
    clause: toPhrase(clause),
    rest,
    ...(detail && { detail }),
    ...(countedKind !== undefined && { countedKind }),
  });

export const gain = sentence('gain');
export const loss = sentence('loss');
export const change = sentence('change');

const toPhrase = (text: Phrase | string): Phrase => (typeof text === 'string' ? [text] : text);

/** Longer values are cut. A review is a summary, and the changed lines beside it show the whole value. */
const CODE_CHARS_MAX = 160;
export const code = (value: string): Phrase => [
  { code: value.length > CODE_CHARS_MAX ? `${value.slice(0, CODE_CHARS_MAX)}…` : value },
];
export const codes = (values: readonly string[]): readonly Phrase[] => values.map(code);

/** A template tag whose values can be words themselves. */
export const phrase = (texts: TemplateStringsArray, ...values: readonly (Phrase | string)[]): Phrase =>
  texts.flatMap((text, i) => [...(text === '' ? [] : [text]), ...toPhrase(values[i] ?? [])]);

/** Of longer lists, the first few items are named and the others counted. */
const LISTED_MAX = 6;
const NAMED = 3;

function joined(items: readonly (Phrase | string)[], last: string, listedMax = LISTED_MAX): Phrase {
  const isCut = items.length > listedMax;
  const shownItems = items.slice(0, isCut ? NAMED : -1);
  const end = isCut ? `${formatCount(items.length - NAMED)} more` : items.at(-1);
  if (end === undefined) return [];
  const lead = shownItems.flatMap((item, i) => [...(i === 0 ? [] : [', ']), ...toPhrase(item)]);
  return [...lead, ...(lead.length > 0 ? [` ${last} `] : []), ...toPhrase(end)];
}

/** `a`, `a and b`, `a, b and c`, `a, b, c and 59 997 more`. */
export const listAll = (items: readonly (Phrase | string)[]): Phrase => joined(items, 'and');
/** `a`, `a or b`, `a, b or c`, `a, b, c or 59 997 more`. */
export const listAny = (items: readonly (Phrase | string)[]): Phrase => joined(items, 'or');

/** As plain text, for names, tests and screen readers. */
export const textOf = (text: Phrase | Sentence): string =>
  ('clause' in text ? [...text.clause, ...text.rest] : text)
    .map((part) => (typeof part === 'string' ? part : part.code))
    .join('');

/** Flagged sentences first, otherwise in their order. */
export const flaggedFirst = (sentences: readonly Sentence[]): readonly Sentence[] =>
  sentences.toSorted((a, b) => Number(b.flagged) - Number(a.flagged));

/** `a`, `a and b`, `a, b and c`. It names every item: for lists that can have thousands use `listAll`. */
export const allOf = (names: readonly string[]): string => textOf(joined(names, 'and', Infinity));
/** `a`, `a or b`, `a, b or c`. */
export const anyOf = (names: readonly string[]): string => textOf(joined(names, 'or', Infinity));
