import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { loggedText } from './loggedText.ts';

test.each([
  ['open /srv/web/postern/data/x.db failed', 'open /srv/web/postern/data/x.db failed'],
  ['at run (file:///srv/web/main.js:1:2)', 'at run (file:///srv/web/main.js:1:2)'],
  ['GET https://id.example.com/v1/token failed', 'GET https://id.example.com/v1/token failed'],
  ['to https://id.example.com/cb?code=abc&x=1', 'to https://id.example.com/cb?code=[redacted]&[redacted]'],
  ['to https://ann:secret@id.example.com/x', 'to https://[redacted]@id.example.com/x'],
  ['Route GET:/web/invite/abc not found', 'Route GET:/web/invite/[redacted] not found'],
  ['is it there?', 'is it there?'],
  ['in "/web/invite/abc" (GET)', 'in "/web/invite/[redacted]" (GET)'],
  ['in /script%73/abc/x', 'in /[redacted]/[redacted]/[redacted]'],
  [
    'at http://localhost:3080/v1/webapi/mfa/token/abc/devices',
    'at http://localhost:3080/v1/webapi/mfa/token/[redacted]/devices',
  ],
  [`sid ${'ab'.repeat(32)} is over`, 'sid [redacted] is over'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY----- bad', '[redacted] bad'],
  ['-----BEGIN PRIVATE KEY-----\nabc', '[redacted]'],
])('redacts only the secrets of: %s', (text, shown) => {
  expect(loggedText(text)).toBe(shown);
});

test('cuts a long text, and reads a hostile text in little time', () => {
  expect(loggedText('x'.repeat(100_000))).toHaveLength(2049);
  const spentMs = cpuClock();
  for (const text of ['-----BEGIN PRIVATE KEY-----', 'https://', '/web/', '/%', '?a=', 'a/'])
    loggedText(text.repeat(10_000));
  expect(spentMs()).toBeLessThan(500);
});
