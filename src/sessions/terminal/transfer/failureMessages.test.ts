import { expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { reasonOf } from './failureMessages.ts';

test('an answer of something in between is not quoted: its address may hold the answer of a security key', () => {
  const error = new ApiError('502 - https://localhost/scp?webauthn=%7B', 502, { isForeign: true });
  expect(reasonOf(error)).toBe('the answer (status 502) is not the server’s own');
  expect(reasonOf(new ApiError('permission denied', 403))).toBe('“permission denied”');
  expect(reasonOf(new ApiError('failed to fetch', 0, { isForeign: true }))).toBe(
    'the connection to the server was lost',
  );
});
