import { mayBeDone } from '../lib/errorMessage.ts';
import { parseFieldPath } from '../wire/documentFault.ts';
import { expect, test } from 'vitest';
import { ApiError, describeFailure, isApiError, messageOf, toApiError } from './errors.ts';

const call = { method: 'GET', path: '/v1/webapi/users', atMs: 0 };

test.each([
  [{ error: { message: 'access denied' }, message: 'outer' }, 'access denied'],
  [{ message: 'outer' }, 'outer'],
  [{ responseText: 'plain' }, 'plain'],
  [{ error: { message: '' }, message: 'outer' }, 'outer'],
  [{ error: { message: '' } }, 'Unknown error'],
  [{ error: { message: 7 } }, undefined],
  [{}, undefined],
  [null, undefined],
  ['text', undefined],
])('reads the message of %j', (body, expected) => expect(messageOf(body)).toBe(expected));

test('uses status and URL as the message when the body is not JSON', async () => {
  const error = await toApiError(new Response('<html>', { status: 502 }), call);
  expect(error.message).toBe('502 - /v1/webapi/users');
  expect(error.status).toBe(502);
});

test('a response of a proxy is not treated as a decision of the server', async () => {
  const error = await toApiError(new Response('<html>WAF blocked', { status: 403 }), call);
  expect([isApiError(error), isApiError(error, 403)]).toEqual([true, false]);
  expect(describeFailure(error)).toEqual({
    why: 'The answer (status 403) is not the server’s own. A proxy or firewall in between may have sent it',
    details: expect.stringContaining('403 - /v1/webapi/users'),
  });
  const own = await toApiError(new Response('{"error":{"message":"no"}}', { status: 403 }), call);
  expect(isApiError(own, 403)).toBe(true);
});

test('quotes a plain text response, but does not treat it as a decision of the server', async () => {
  const plain = { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
  const error = await toApiError(new Response('404 page not found\n', plain), call);
  expect([isApiError(error), isApiError(error, 404)]).toEqual([true, false]);
  expect(describeFailure(error).why).toBe('The answer (status 404) is plain text: “404 page not found”');
  expect((await toApiError(new Response('', plain), call)).message).toBe('404 - /v1/webapi/users');
});

test.each([
  [new ApiError('no answer', 0), true],
  [new ApiError('not a list', 200), true],
  [new ApiError('denied', 403), false],
  [new ApiError('<html>', 403, { isForeign: true }), true],
  [new ApiError('timeout', 504), true],
  [new Error('The key was not used'), false],
])('mayBeDone for a failed write: %s', (error, expected) => expect(mayBeDone(error)).toBe(expected));

test('does not quote errors that the console found in a response', () => {
  expect(describeFailure(new ApiError('It is not a list', 200)).why).toBe('It is not a list');
});

test('keeps the request id for the details to copy', async () => {
  const response = new Response('{"error":{"message":"no"}}', { status: 500, headers: { 'X-Request-Id': 'r-1' } });
  expect((await toApiError(response, call)).call).toEqual({ ...call, requestId: 'r-1' });
});

test.each([
  [
    ['spec', 'rules', 0],
    ['spec', 'rules', 0],
  ],
  [[], undefined],
  ['spec', undefined],
  [[{}], undefined],
  [[1.5], undefined],
])('reads the field of a rejected document from %j', async (path, expected) => {
  const headers = { 'x-field-path': encodeURIComponent(JSON.stringify(path)) };
  const refused = new Response(JSON.stringify({ error: { message: 'no' } }), { status: 400, headers });
  expect(parseFieldPath((await toApiError(refused, call)).field)).toEqual(expected);
});

test('describes an error for the user and for a report', () => {
  const error = new ApiError('access denied', 403, {
    call: { ...call, atMs: Date.UTC(2026, 10, 21), requestId: 'r-1' },
  });
  expect(describeFailure(error)).toEqual({
    why: 'The server answered 403: “access denied”',
    details: 'GET /v1/webapi/users\nstatus 403\naccess denied\n2026-11-21T00:00:00.000Z\nrequest r-1',
  });
});

test('reports a missing answer without a status', () => {
  const error = new ApiError('The server did not answer', 0, { call });
  expect(describeFailure(error).why).toBe('The server did not answer');
  expect(describeFailure(error).details).toContain('no answer');
});
