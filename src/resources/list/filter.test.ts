import { describe, expect, test } from 'vitest';
import {
  addValue,
  asChips,
  asQuery,
  chipsObjection,
  conditionsOf,
  editChip,
  enterText,
  excludeValue,
  facetState,
  filterFrom,
  filterRequest,
  noFilter,
  onlyValue,
  removeChip,
  removeValue,
  type Filter,
} from './filter.ts';
import { chipText } from './chipLabels.ts';

const typed = (text: string, filter: Filter = noFilter): Filter =>
  filter.mode === 'chips' ? { ...filter, text } : filter;
const texts = (filter: Filter): string[] => conditionsOf(filter).map(chipText);
const OR = 'labels["env"] == "a" || search("b")';

describe('the request to the server', () => {
  test('sends words without chips as a search', () => {
    expect(filterRequest(typed(' api  db '))).toEqual({ search: 'api  db' });
  });

  test('sends chips as a query with the unfinished words at its end', () => {
    expect(filterRequest(typed('api', addValue(noFilter, 'env', 'prod')))).toEqual({
      query: 'labels["env"] == "prod" && search("api")',
    });
  });

  test('does not send an unfinished condition', () => {
    for (const text of ['env=', 'env = pr', 'env!=', 'env ≠ x']) expect(filterRequest(typed(text))).toEqual({});
    expect(filterRequest(typed('env', addValue(noFilter, 'dc', 'x'))).query).toContain('search("env")');
  });

  test('sends nothing without a filter', () => {
    expect(filterRequest(noFilter)).toEqual({});
    expect(filterRequest({ mode: 'query', query: '  ' })).toEqual({});
  });
});

describe('the text', () => {
  test.each([
    ['env = prod', ['env = prod']],
    ['env==prod', ['env = prod']],
    ['env = "two words"', ['env = two words']],
    ['dc != lab', ['dc ≠ lab']],
    ['dc ≠ lab', ['dc ≠ lab']],
    ['name = web-1', ['name = web-1']],
    ['api db', ['text ~ api', 'text ~ db']],
    ['"two words"', ['text ~ two words']],
    ['root@web-1:22', ['text ~ root@web-1:22']],
    ['  ', []],
  ])('%s becomes %j when entered', (text, chips) => {
    const filter = enterText(typed(text));
    expect(texts(filter)).toEqual(chips);
    expect(filter).toMatchObject({ text: '' });
  });

  test('editing a chip moves it into the field and keeps the text of the field as a chip', () => {
    const filter = typed('api', excludeValue(addValue(noFilter, 'env', 'prod'), 'dc', 'lab'));
    const edited = editChip(filter, 0);
    expect(edited).toMatchObject({ text: 'env = prod' });
    expect(texts(edited)).toEqual(['dc ≠ lab', 'text ~ api']);
    expect(texts(enterText(edited))).toEqual(['dc ≠ lab', 'text ~ api', 'env = prod']);
  });
});

describe('an address', () => {
  test('with a search fills the field', () => {
    expect(filterFrom({ search: 'api' })).toEqual(typed('api'));
  });

  test('with a search that looks like a condition searches for the text', () => {
    expect(filterRequest(filterFrom({ search: 'env=prod' }))).toEqual({ query: 'search("env=prod")' });
  });

  test('with a query that chips can represent becomes chips', () => {
    expect(texts(filterFrom({ query: 'labels.env == "prod" && search("api")' }))).toEqual(['env = prod', 'text ~ api']);
  });

  test.each([OR, 'resource.spec.addr == "x"', 'labels.env = "prod"'])('with the query %s stays text', (query) => {
    expect(filterFrom({ query })).toEqual({ mode: 'query', query });
  });
});

describe('labels', () => {
  test('a click adds a value, and a second value becomes an alternative', () => {
    const one = addValue(noFilter, 'env', 'prod');
    const two = addValue(one, 'env', 'dev');
    expect(texts(two)).toEqual(['env = prod or dev']);
    expect(facetState(conditionsOf(two), 'env', 'dev')).toBe('on');
    expect(texts(removeValue(two, 'env', 'prod'))).toEqual(['env = dev']);
    expect(texts(removeValue(one, 'env', 'prod'))).toEqual([]);
  });

  test('excluding a value removes it from the included values, and including it reverts that', () => {
    const filter = excludeValue(addValue(noFilter, 'env', 'prod'), 'env', 'prod');
    expect(texts(filter)).toEqual(['env ≠ prod']);
    expect(facetState(conditionsOf(filter), 'env', 'prod')).toBe('not');
    expect(texts(addValue(filter, 'env', 'prod'))).toEqual(['env = prod']);
  });

  test('"only" replaces all conditions of the label and keeps other conditions', () => {
    const filter = excludeValue(addValue(addValue(noFilter, 'env', 'prod'), 'dc', 'x'), 'env', 'dev');
    expect(texts(onlyValue(filter, 'env', 'qa'))).toEqual(['dc = x', 'env = qa']);
  });

  test('change the text of a query that chips can represent', () => {
    const filter = asQuery(addValue(noFilter, 'env', 'prod'));
    expect(addValue(filter, 'dc', 'x')).toEqual({
      mode: 'query',
      query: 'labels["env"] == "prod" && labels["dc"] == "x"',
    });
    expect(removeChip(filter, 0)).toEqual({ mode: 'query', query: '' });
  });

  test('are appended to a query that chips cannot represent', () => {
    expect(excludeValue({ mode: 'query', query: OR }, 'dc', 'lab')).toEqual({
      mode: 'query',
      query: `(${OR}) && labels["dc"] != "lab"`,
    });
  });
});

describe('chips and query', () => {
  test('convert into each other without loss', () => {
    const filter = typed('api', excludeValue(addValue(noFilter, 'env', 'prod'), 'dc', 'lab'));
    const query = asQuery(filter);
    expect(query).toEqual({
      mode: 'query',
      query: 'labels["env"] == "prod" && labels["dc"] != "lab" && search("api")',
    });
    expect(texts(asChips(query))).toEqual(texts(filter));
  });

  test('a query that chips cannot represent stays text and has a reason', () => {
    const filter: Filter = { mode: 'query', query: OR };
    expect(asChips(filter)).toBe(filter);
    expect(chipsObjection(filter)).toContain('must all match');
    expect(chipsObjection({ mode: 'query', query: 'labels.env ==' })).toContain('Fix the query');
    expect(chipsObjection({ mode: 'query', query: '' })).toBeUndefined();
  });
});

test('removing the chip of the unfinished words empties the field', () => {
  expect(removeChip(typed('api db', addValue(noFilter, 'env', 'x')), 1)).toMatchObject({ text: '' });
});
