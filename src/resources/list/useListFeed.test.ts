import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { rereadAfterMs } from './useListFeed.ts';

test.each<[string, Error | null, number | undefined, number | undefined]>([
  ['without a failure at the interval of the list', null, 10_000, 10_000],
  ['never without a failure and without an interval', null, undefined, undefined],
  ['soon after a request without an answer', new ApiError('The server did not answer', 0), undefined, 5000],
  ['soon after a 504 from the relay of a cluster', new ApiError('down', 504), 10_000, 5000],
  ['never after a 403', new ApiError('access denied', 403), undefined, undefined],
  ['never after an internal server error', new ApiError('boom', 500), undefined, undefined],
])('a list is read again: %s', (_, error, everyMs, expected) => expect(rereadAfterMs(error, everyMs)).toBe(expected));
