import { expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { failureSentence, reasonOf } from './failureMessages.ts';

test('does not quote the response of a proxy, because its address can contain the answer of a security key', () => {
  const error = new ApiError('502 - https://localhost/scp?webauthn=%7B', 502, { isForeign: true });
  expect(reasonOf(error)).toBe('the answer (status 502) is not the server’s own');
  expect(reasonOf(new ApiError('permission denied', 403))).toBe('“permission denied”');
  expect(reasonOf(new ApiError('failed to fetch', 0, { isForeign: true }))).toBe(
    'the connection to the server was lost',
  );
});

test('states the progress of a broken transfer, but not of a transfer that the server refused', () => {
  const failed = { doneBytes: 4, sizeBytes: 10 };
  expect(failureSentence({ ...failed, why: 'no data for 2 min', isAnswered: false })).toBe(
    'Stopped at 40 %: no data for 2 min',
  );
  expect(failureSentence({ ...failed, why: '“permission denied”', isAnswered: true })).toBe('“permission denied”');
});
