import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { readPageValues } from './clusterPage.ts';
import { readPing } from './greeting.ts';

test('reads both values from a page and unescapes them', () => {
  const html =
    '<meta charset="utf-8"><meta name="grv_csrf_token" content="ab12" />\n<meta content="eyJ0&#43;&#x2F;&amp;=" name="grv_bearer_token" >';
  expect(readPageValues(html)).toEqual({ csrf: 'ab12', bearer: 'eyJ0+/&=' });
});

test('the bearer token is empty if no user is signed in', () => {
  expect(readPageValues('<meta name="grv_csrf_token" content="ab"><meta name="grv_bearer_token" content="">')).toEqual({
    csrf: 'ab',
    bearer: '',
  });
});

test('a page without the token is not the web page of a cluster', () => {
  expect(readPageValues('<html><meta name="viewport" content="x"></html>')).toBeUndefined();
});

test.each([
  ['beginnings of elements', '<meta '.repeat(20_000)],
  ['an element without an end', `<meta ${'name="grv_csrf_token" '.repeat(8_000)}`],
])('a page of %s is read in little time', (_what, page) => {
  const spentMs = cpuClock();
  expect(readPageValues(page)).toBeUndefined();
  expect(spentMs()).toBeLessThan(500);
});

test.each(['', 'null', '[]', '{"server_version":13}', '<html>'])('%j is not the ping of a cluster', (text) => {
  expect(readPing(text)).toBeUndefined();
});
