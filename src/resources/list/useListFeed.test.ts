import { expect, test } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { rereadAfterMs } from './useListFeed.ts';

test.each<[string, Error | null, number | undefined, number | undefined]>([
  ['without a failure only where the list says so', null, 10_000, 10_000],
  ['never where nothing failed and nothing is stated', null, undefined, undefined],
  ['soon after silence', new ApiError('The server did not answer', 0), undefined, 5000],
  ['soon after a cluster behind its relay was down', new ApiError('down', 504), 10_000, 5000],
  ['not after a refusal, which would come again', new ApiError('access denied', 403), undefined, undefined],
  ['not after an error of the server itself', new ApiError('boom', 500), undefined, undefined],
])('a list is read again %s', (_, error, everyMs, expected) => expect(rereadAfterMs(error, everyMs)).toBe(expected));
