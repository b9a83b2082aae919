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

describe('what is asked of the server', () => {
  test('words alone are a search', () => {
    expect(filterRequest(typed(' api  db '))).toEqual({ search: 'api  db' });
  });

  test('chips are a query, with the words being typed at its end', () => {
    expect(filterRequest(typed('api', addValue(noFilter, 'env', 'prod')))).toEqual({
      query: 'labels["env"] == "prod" && search("api")',
    });
  });

  test('half a condition is not asked', () => {
    for (const text of ['env=', 'env = pr', 'env!=', 'env ≠ x']) expect(filterRequest(typed(text))).toEqual({});
    expect(filterRequest(typed('env', addValue(noFilter, 'dc', 'x'))).query).toContain('search("env")');
  });

  test('nothing is asked where nothing is set', () => {
    expect(filterRequest(noFilter)).toEqual({});
    expect(filterRequest({ mode: 'query', query: '  ' })).toEqual({});
  });
});

describe('the value', () => {
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
  ])('%s becomes %j when it is entered', (text, chips) => {
    const filter = enterText(typed(text));
    expect(texts(filter)).toEqual(chips);
    expect(filter).toMatchObject({ text: '' });
  });

  test('a chip goes back into the field to be changed, and what stood there is kept', () => {
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

  test('with a search for what looks like a condition searches for the words', () => {
    expect(filterRequest(filterFrom({ search: 'env=prod' }))).toEqual({ query: 'search("env=prod")' });
  });

  test('with a query that chips can say becomes chips', () => {
    expect(texts(filterFrom({ query: 'labels.env == "prod" && search("api")' }))).toEqual(['env = prod', 'text ~ api']);
  });

  test.each([OR, 'resource.spec.addr == "x"', 'labels.env = "prod"'])('with the query %s stays text', (query) => {
    expect(filterFrom({ query })).toEqual({ mode: 'query', query });
  });
});

describe('labels', () => {
  test('a click adds a value, another value is an alternative', () => {
    const one = addValue(noFilter, 'env', 'prod');
    const two = addValue(one, 'env', 'dev');
    expect(texts(two)).toEqual(['env = prod or dev']);
    expect(facetState(conditionsOf(two), 'env', 'dev')).toBe('on');
    expect(texts(removeValue(two, 'env', 'prod'))).toEqual(['env = dev']);
    expect(texts(removeValue(one, 'env', 'prod'))).toEqual([]);
  });

  test('excluding takes the value out of what is wanted, and the other way round', () => {
    const filter = excludeValue(addValue(noFilter, 'env', 'prod'), 'env', 'prod');
    expect(texts(filter)).toEqual(['env ≠ prod']);
    expect(facetState(conditionsOf(filter), 'env', 'prod')).toBe('not');
    expect(texts(addValue(filter, 'env', 'prod'))).toEqual(['env = prod']);
  });

  test('"only" replaces whatever was asked of the label and nothing else', () => {
    const filter = excludeValue(addValue(addValue(noFilter, 'env', 'prod'), 'dc', 'x'), 'env', 'dev');
    expect(texts(onlyValue(filter, 'env', 'qa'))).toEqual(['dc = x', 'env = qa']);
  });

  test('work on the text of a query that chips can say', () => {
    const filter = asQuery(addValue(noFilter, 'env', 'prod'));
    expect(addValue(filter, 'dc', 'x')).toEqual({
      mode: 'query',
      query: 'labels["env"] == "prod" && labels["dc"] == "x"',
    });
    expect(removeChip(filter, 0)).toEqual({ mode: 'query', query: '' });
  });

  test('are added behind a query that chips cannot say', () => {
    expect(excludeValue({ mode: 'query', query: OR }, 'dc', 'lab')).toEqual({
      mode: 'query',
      query: `(${OR}) && labels["dc"] != "lab"`,
    });
  });
});

describe('chips and query', () => {
  test('turn into each other without loss', () => {
    const filter = typed('api', excludeValue(addValue(noFilter, 'env', 'prod'), 'dc', 'lab'));
    const query = asQuery(filter);
    expect(query).toEqual({
      mode: 'query',
      query: 'labels["env"] == "prod" && labels["dc"] != "lab" && search("api")',
    });
    expect(texts(asChips(query))).toEqual(texts(filter));
  });

  test('a query that chips cannot say stays and says why', () => {
    const filter: Filter = { mode: 'query', query: OR };
    expect(asChips(filter)).toBe(filter);
    expect(chipsObjection(filter)).toContain('must all match');
    expect(chipsObjection({ mode: 'query', query: 'labels.env ==' })).toContain('Fix the query');
    expect(chipsObjection({ mode: 'query', query: '' })).toBeUndefined();
  });
});

test('taking away the words being typed empties the field', () => {
  expect(removeChip(typed('api db', addValue(noFilter, 'env', 'x')), 1)).toMatchObject({ text: '' });
});
