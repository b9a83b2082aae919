import type { Chip } from '../../wire/predicate/chips.ts';
import { searchTokens } from '../../wire/predicate/search.ts';

const LABEL_CONDITION = /^\s*(?<key>[^\s"=!≠:~]+)\s*(?<operator>==?|!=|≠)(?<value>.*)$/;
/** The start of a query in text, typed or pasted into the chips field. */
const QUERY_START = /^[\s!(]*(?:labels[.[]|resource\.|(?:search|exists|equals)\()/;
const unquoted = (text: string): string => /^"(.*)"$/s.exec(text.trim())?.[1] ?? text.trim();

/** A condition on a label, possibly still incomplete. */
export const isCondition = (text: string): boolean =>
  LABEL_CONDITION.test(text.trim()) || WORDS_CONDITION.test(text) || QUERY_START.test(text);

/** One chip for each word to search for. */
export const wordChips = (text: string): readonly Chip[] =>
  searchTokens(text).map((token) => ({ kind: 'text', text: token }));

const WORDS_CONDITION = /^\s*text\s*~(?<words>.*)$/;

/** `env = prod` and `dc != lab` are conditions on labels. Everything else is words to search for, one chip each. */
export function chipsOfText(text: string): readonly Chip[] {
  const { words } = WORDS_CONDITION.exec(text)?.groups ?? {};
  if (words !== undefined) return wordChips(words);
  const { key, operator, value } = LABEL_CONDITION.exec(text.trim())?.groups ?? {};
  if (key === undefined || value === undefined) return wordChips(text);
  if (operator === '!=' || operator === '≠') return [{ kind: 'isNot', key, value: unquoted(value) }];
  if (key === 'name') return [{ kind: 'name', value: unquoted(value) }];
  return [{ kind: 'is', key, values: [unquoted(value)] }];
}

/** A chip with several values or about presence alone cannot be typed. The user changes it in the facets. */
export const isEditable = (chip: Chip): boolean =>
  chip.kind === 'text' ||
  chip.kind === 'name' ||
  chip.kind === 'isNot' ||
  (chip.kind === 'is' && chip.values.length === 1);

export type ChipFace = { field: string; operator: string; value: string };

export function chipFace(chip: Chip): ChipFace {
  switch (chip.kind) {
    case 'is':
      return { field: chip.key, operator: '=', value: chip.values.join(' or ') };
    case 'isNot':
      return { field: chip.key, operator: '≠', value: chip.value };
    case 'has':
      return { field: chip.key, operator: 'is', value: 'set' };
    case 'hasNot':
      return { field: chip.key, operator: 'is', value: 'not set' };
    case 'name':
      return { field: 'name', operator: '=', value: chip.value };
    case 'text':
      return { field: 'text', operator: '~', value: chip.text };
    default:
      return chip satisfies never;
  }
}

export const chipText = (chip: Chip): string => {
  const { field, operator, value } = chipFace(chip);
  return `${field} ${operator} ${value}`;
};
