import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { readListState, writeListState } from '../list/listParams.ts';
import { expandAddress, viewAddress, viewState } from './viewAddress.ts';
import type { ViewBook } from './viewBook.ts';
import { viewDifferences } from './viewDifferences.ts';

const nodes = resourceNamed('nodes');
const read = (address: string) => readListState(nodes, address);
const saved = { name: 'Prod & dev', address: '?query=labels.env == "prod"&cols=hostname,label:env,labels' };
const book: ViewBook = { views: [saved], start: undefined };
const starting: ViewBook = { ...book, start: saved.name };
const view = viewState(nodes, saved);

test('the name of a view in the address expands to the view', () => {
  expect(read(expandAddress('?view=Prod+%26+dev', book))).toEqual(view);
  expect(expandAddress('?view=unknown', book)).toBe('?view=unknown');
  expect(expandAddress('', book)).toBe('');
});

test('a list starts with the default view unless the address has other parameters', () => {
  expect(read(expandAddress('', starting))).toEqual(view);
  expect(expandAddress('?view=', starting)).toBe('?view=');
  expect(expandAddress('?search=x', starting)).toBe('?search=x');
});

test('a view reset to the declared list keeps its name and is not expanded', () => {
  const address = writeListState(nodes, { ...read(''), view: saved.name }, '');
  expect(read(expandAddress(address, book))).toEqual({ ...read(''), view: saved.name });
});

test('a view survives a round trip through its address', () => {
  const address = viewAddress(nodes, view);
  expect(viewAddress(nodes, viewState(nodes, { name: 'x', address }))).toBe(address);
});

test('lists each difference of a view', () => {
  const now = {
    ...read(
      '?query=labels.env == "prod" %26%26 labels.dc != "lab"&cols=hostname,labels,addr&sort=address:desc&density=compact',
    ),
    view: saved.name,
  };
  expect(viewDifferences(nodes, view, view)).toEqual([]);
  expect(viewDifferences(nodes, view, now)).toEqual([
    { sign: '+', code: 'dc ≠ lab' },
    { sign: '+', text: 'column Address' },
    { sign: '−', text: 'column', code: 'env' },
    { text: 'sorted by Address, descending, was Hostname' },
    { text: 'compact rows, were regular' },
  ]);
  const [one, two] = [read('?cols=hostname,addr,id'), read('?cols=hostname,id,addr')];
  expect(viewDifferences(nodes, one, two)).toEqual([{ text: 'different column order' }]);
});

test('a different time range is a difference of a list over time', () => {
  const audit = resourceNamed('audit');
  const [week, day] = ['?range=7d', '?from=2026-11-20&to=2026-11-20'].map((address) => readListState(audit, address));
  const today = readListState(audit, '');
  expect(viewDifferences(audit, week!, today)).toEqual([{ text: 'Today, was 7 days' }]);
  expect(viewDifferences(audit, today, day!)).toEqual([{ text: '2026-11-20, was Today' }]);
  expect(viewDifferences(audit, day!, readListState(audit, '?from=2026-11-20&to=2026-11-20'))).toEqual([]);
});

test('shows a query that chips cannot represent as one difference', () => {
  const either = read('?query=name == "a" || name == "b"');
  expect(viewDifferences(nodes, view, either)).toContainEqual({ text: 'query', code: 'name == "a" || name == "b"' });
  expect(viewDifferences(nodes, either, { ...either, filter: read('').filter })).toEqual([
    { text: 'no query' },
    { text: 'was', code: 'name == "a" || name == "b"' },
  ]);
});
