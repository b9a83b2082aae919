import { chipsOf, predicateOf, type Chip } from '../../wire/predicate/chips.ts';
import { parsePredicate } from '../../wire/predicate/query.ts';
import { chipsOfText, chipText, isCondition, wordChips } from './chipLabels.ts';

/** The filter of a list: chips followed by words being typed, or a query as text. */
export type Filter = { mode: 'chips'; chips: readonly Chip[]; text: string } | { mode: 'query'; query: string };

export const noFilter: Filter = { mode: 'chips', chips: [], text: '' };

/** What is sent to the server, never both. */
export type FilterRequest = { search?: string; query?: string };

/** An incomplete condition would match nothing, so it counts only once it is entered. */
const liveText = (text: string): string => (isCondition(text) ? '' : text.trim());

export function filterRequest(filter: Filter): FilterRequest {
  if (filter.mode === 'query') return filter.query.trim() ? { query: filter.query } : {};
  const text = liveText(filter.text);
  if (filter.chips.length > 0) return { query: predicateOf([...filter.chips, ...chipsOfText(text)]) };
  return text ? { search: text } : {};
}

/** The filter that an address asks for. A query that chips can express becomes chips. */
export function filterFrom({ search = '', query = '' }: FilterRequest): Filter {
  // An address has no incomplete condition, so the text is words to search for.
  if (!query.trim() && isCondition(search)) return { mode: 'chips', chips: wordChips(search), text: '' };
  if (!query.trim()) return { mode: 'chips', chips: [], text: search };
  const chips = queryChips(query);
  return chips ? { mode: 'chips', chips, text: '' } : { mode: 'query', query };
}

function queryChips(query: string): readonly Chip[] | undefined {
  if (!query.trim()) return [];
  const parsed = parsePredicate(query);
  return parsed.ok ? chipsOf(parsed.ast) : undefined;
}

export const asQuery = (filter: Filter): Filter =>
  filter.mode === 'query'
    ? filter
    : { mode: 'query', query: predicateOf([...filter.chips, ...chipsOfText(filter.text)]) };

/** Why the query cannot be shown as chips; undefined when it can. */
export function chipsObjection(filter: Filter): string | undefined {
  if (filter.mode === 'chips' || queryChips(filter.query)) return undefined;
  return parsePredicate(filter.query).ok
    ? 'Chips support only conditions on labels, name and words that must all match'
    : 'Fix the query first';
}

/** Returns the filter unchanged if chips cannot express it. */
export function asChips(filter: Filter): Filter {
  const chips = filter.mode === 'query' ? queryChips(filter.query) : undefined;
  return chips ? { mode: 'chips', chips, text: '' } : filter;
}

/** The conditions of the filter, including words being typed. Empty if the query cannot be split into conditions. */
export const conditionsOf = (filter: Filter): readonly Chip[] =>
  filter.mode === 'chips' ? [...filter.chips, ...chipsOfText(liveText(filter.text))] : (queryChips(filter.query) ?? []);

/** Changes the chips in either form of the filter. A query that chips cannot express gets `otherwise` added. */
function change(filter: Filter, to: (chips: readonly Chip[]) => readonly Chip[], otherwise?: Chip): Filter {
  if (filter.mode === 'chips') return { ...filter, chips: to(filter.chips) };
  const chips = queryChips(filter.query);
  if (chips) return { mode: 'query', query: predicateOf(to(chips)) };
  return otherwise ? { mode: 'query', query: `(${filter.query}) && ${predicateOf([otherwise])}` } : filter;
}

const isAbout = (chip: Chip, key: string): boolean =>
  (chip.kind === 'is' || chip.kind === 'isNot' || chip.kind === 'has' || chip.kind === 'hasNot') && chip.key === key;

export type FacetState = 'off' | 'on' | 'not';

export function facetState(chips: readonly Chip[], key: string, value: string): FacetState {
  if (chips.some((chip) => chip.kind === 'is' && chip.key === key && chip.values.includes(value))) return 'on';
  return chips.some((chip) => chip.kind === 'isNot' && chip.key === key && chip.value === value) ? 'not' : 'off';
}

const takeValue = (chips: readonly Chip[], key: string, value: string): readonly Chip[] =>
  chips.flatMap((chip): Chip[] => {
    if (chip.kind === 'isNot' && chip.key === key && chip.value === value) return [];
    if (chip.kind !== 'is' || chip.key !== key || !chip.values.includes(value)) return [chip];
    const values = chip.values.filter((other) => other !== value);
    return values.length > 0 ? [{ ...chip, values }] : [];
  });

/** Adds an alternative value: `env = prod` becomes `env = prod or dev`. */
export const addValue = (filter: Filter, key: string, value: string): Filter =>
  change(
    filter,
    (chips) => {
      const rest = takeValue(chips, key, value);
      const at = rest.findIndex((chip) => chip.kind === 'is' && chip.key === key);
      const chip = rest[at];
      if (chip?.kind !== 'is') return [...rest, { kind: 'is', key, values: [value] }];
      return rest.with(at, { ...chip, values: [...chip.values, value] });
    },
    { kind: 'is', key, values: [value] },
  );

/** Replaces all conditions on the label with this value. */
export const onlyValue = (filter: Filter, key: string, value: string): Filter =>
  change(filter, (chips) => [...chips.filter((chip) => !isAbout(chip, key)), { kind: 'is', key, values: [value] }], {
    kind: 'is',
    key,
    values: [value],
  });

export const excludeValue = (filter: Filter, key: string, value: string): Filter =>
  change(filter, (chips) => [...takeValue(chips, key, value), { kind: 'isNot', key, value }], {
    kind: 'isNot',
    key,
    value,
  });

export const removeValue = (filter: Filter, key: string, value: string): Filter =>
  change(filter, (chips) => takeValue(chips, key, value));

/** Adds a condition. For a label that already has one, the value becomes an alternative. */
export function addChip(filter: Filter, chip: Chip): Filter {
  if (chip.kind === 'is') return chip.values.reduce((all, value) => addValue(all, chip.key, value), filter);
  return change(filter, (chips) => [...chips, chip], chip);
}

/** Turns the typed text into chips; a query too, as far as chips can express it. */
export function enterText(filter: Filter): Filter {
  if (filter.mode !== 'chips') return filter;
  const entered = enterQuery({ ...filter, text: '' }, filter.text);
  return entered ?? chipsOfText(filter.text).reduce(addChip, { ...filter, text: '' });
}

/** Adds `text`, a complete query, to the filter. Returns undefined if it is not one. */
export function enterQuery(filter: Filter, text: string): Filter | undefined {
  const parsed = parsePredicate(text);
  if (!parsed.ok) return undefined;
  const chips = chipsOf(parsed.ast);
  if (chips) return chips.reduce(addChip, filter);
  const { query } = filterRequest(filter);
  return { mode: 'query', query: query === undefined ? text : `${query} && (${text})` };
}

/** `index` counts in `conditionsOf`. Words being typed are removed together. */
export function removeChip(filter: Filter, index: number): Filter {
  if (filter.mode === 'chips' && index >= filter.chips.length) return { ...filter, text: '' };
  return change(filter, (chips) => chips.toSpliced(index, 1));
}

/** Moves the chip's text back into the field for editing. */
export function editChip(filter: Filter, index: number): Filter {
  const chip = filter.mode === 'chips' ? filter.chips[index] : undefined;
  if (filter.mode !== 'chips' || !chip) return filter;
  const entered = enterText(filter);
  const text = chip.kind === 'text' ? chip.text : chipText(chip);
  return entered.mode === 'chips' ? { ...entered, chips: entered.chips.toSpliced(index, 1), text } : filter;
}
