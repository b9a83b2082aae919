import { describe, expect, test } from 'vitest';
import { parseQuery, routedUrl } from './url.ts';

describe('the routed address', () => {
  test.each([
    ['/v1/webapi/sites', '/webapi/sites'],
    ['/v1/v1/v1/webapi/sites?a=/v1/b', '/webapi/sites?a=/v1/b'],
    ['/webapi/sites', '/webapi/sites'],
    ['/v1', '/v1'],
    ['/v1?x=1', '/v1?x=1'],
    ['/v1/', '/'],
    ['/v1//webapi/sites', '//webapi/sites'],
    ['/v12/webapi', '/v12/webapi'],
    ['/v1/webapi/users/a%2Fb', '/webapi/users/a%2Fb'],
    ['/v1/webapi/users/50%', '/webapi/users/50%25'],
    ['/v1/webapi/users/%zz%41', '/webapi/users/%25zz%41'],
    ['/v1/webapi/users/%ff', '/webapi/users/%25ff'],
    ['http://localhost:3080/v1/webapi/sites', '/webapi/sites'],
    ['http://localhost:3080', '/'],
    ['?x', '/?x'],
  ])('of %s is %s', (url, expected) => {
    expect(routedUrl(url)).toBe(expected);
  });
});

describe('a query', () => {
  test('is unescaped, a plus is a space, and the first value of a repeated name counts', () => {
    const query = parseQuery('search=a+b%20c&limit=1&limit=2&sort=&flag&%73=1');
    expect([...query]).toEqual([
      ['search', 'a b c'],
      ['limit', '1'],
      ['sort', ''],
      ['flag', ''],
      ['s', '1'],
    ]);
  });
  test('loses only pairs with an invalid escape or a semicolon', () => {
    expect([...parseQuery('a=%zz&b=1;c=2&%=x&d=%')]).toEqual([]);
    expect([...parseQuery('a=%zz&b=1')]).toEqual([['b', '1']]);
  });
  test('replaces bytes that are not UTF-8', () => {
    expect(parseQuery('a=%ffé%41').get('a')).toBe('\ufffdéA');
  });
  test('keeps names with a special meaning in objects', () => {
    expect(parseQuery('__proto__=1').get('__proto__')).toBe('1');
  });
});
