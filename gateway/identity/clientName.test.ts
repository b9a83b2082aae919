import { expect, test } from 'vitest';
import { clientName } from './clientName.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MOZILLA} (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0`, 'Firefox on Linux'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Edge on Windows',
  ],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.4 Safari/605.1.15`, 'Safari on macOS'],
  [`${MOZILLA} (iPhone; CPU iPhone OS 17_4 like Mac OS X) ${WEBKIT} Version/17.4 Mobile Safari/604.1`, 'Safari on iOS'],
  [`${MOZILLA} (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['node', 'Node.js'],
  ['Mozilla/5.0 (X11; Linux x86_64) Unheard/1', 'Linux'],
  ['Unheard/1', ''],
  ['', ''],
  [undefined, ''],
])('names the client %s as %s', (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name);
});

test('reads only the beginning of a long user agent', () => {
  expect(clientName(`${'x'.repeat(100_000)} Firefox/128.0 Linux`)).toBe('');
});
