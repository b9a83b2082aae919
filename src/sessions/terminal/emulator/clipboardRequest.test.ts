import { expect, test } from 'vitest';
import { clipboardRequest } from './clipboardRequest.ts';

test.each([
  ['c;aGVsbG8=', 'hello'],
  [';w6k=', 'é'],
  ['cp;YQ==', 'a'],
])('%s asks to write %s', (data, text) => expect(clipboardRequest(data)).toBe(text));

test.each(['c;?', 'c;', '', 'x;YQ==', 'c;!!', 'c;a', `c;${'YWFh'.repeat(300_000)}`])(
  'request number %# is not obeyed',
  (data) => expect(clipboardRequest(data)).toBeUndefined(),
);
