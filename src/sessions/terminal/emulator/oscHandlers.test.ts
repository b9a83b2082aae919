import { expect, test } from 'vitest';
import { reportedDirectory, cleanTitle, clipboardRequest } from './oscHandlers.ts';

test.each([
  ['file://web-1/srv/www', '/srv/www'],
  ['file:///srv/www', '/srv/www'],
  ['file://web-1/', '/'],
  ['file://web-1/srv/a%20b/%C3%BC%3B%25', '/srv/a b/ü;%'],
  // Some shells do not escape anything.
  ['file://web-1/srv/a b/ü;x', '/srv/a b/ü;x'],
  ['file://web-1//srv', '//srv'],
])('the directory of %s is %s', (data, path) => expect(reportedDirectory(data)).toBe(path));

test.each([
  ['a path without a scheme', '/srv/www'],
  ['another scheme', 'https://web-1/srv'],
  ['no path', 'file://web-1'],
  ['a relative path', 'file:srv'],
  ['an invalid escape', 'file://web-1/100%'],
  ['invalid UTF-8', 'file://web-1/%ff'],
  ['a line break', 'file://web-1/srv%0Arm'],
  ['a control character', 'file://web-1/srv%1b[m'],
  ['a C1 control character', 'file://web-1/srv%C2%9b'],
  ['a line separator', 'file://web-1/srv%E2%80%A8x'],
  ['a bidirectional override', 'file://web-1/srv/%E2%80%AEtxt'],
  ['a path that is too long', `file://web-1/${'x'.repeat(4096)}`],
])('%s is ignored', (_what, data) => expect(reportedDirectory(data)).toBeUndefined());

test.each([
  ['root@web-1: ~/src', '~/src'],
  ['vim notes.txt', 'vim notes.txt'],
  ['mail@example', 'mail@example'],
  ['a\u202eb\u0007c', 'abc'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('%j is shown as %j', (title, shown) => expect(cleanTitle(title)).toBe(shown));

test.each([
  ['c;aGVsbG8=', 'hello'],
  [';w6k=', 'é'],
  ['cp;YQ==', 'a'],
])('%s is a request to write %s', (data, text) => expect(clipboardRequest(data)).toBe(text));

test.each(['c;?', 'c;', '', 'x;YQ==', 'c;!!', 'c;a', `c;${'YWFh'.repeat(300_000)}`])(
  'ignores the invalid request number %#',
  (data) => expect(clipboardRequest(data)).toBeUndefined(),
);
