import { expect, test } from 'vitest';
import type { FileEvent } from '../../../wire/terminal/fileTransfer.ts';
import { FileRequests } from './FileRequests.ts';

const event = (more: Partial<FileEvent> = {}): FileEvent => ({
  event: 'file_transfer_request',
  requestId: 'r1',
  requester: 'mara',
  location: '/etc/hosts',
  filename: '',
  download: true,
  approvers: [],
  ...more,
});

test('lists a request once, with the latest approvers and the time of its first event', () => {
  const requests = new FileRequests();
  requests.hear(event(), 1000);
  requests.hear(event({ approvers: ['jo'] }), 2000);
  requests.hear(event({ requestId: 'r2' }), 3000);
  expect(requests.pending.get()).toMatchObject([
    { requestId: 'r1', approvers: ['jo'], askedAtMs: 1000 },
    { requestId: 'r2', askedAtMs: 3000 },
  ]);
});

test.each(['file_transfer_request_approve', 'file_transfer_request_deny'] as const)(
  '%s removes the request',
  (name) => {
    const requests = new FileRequests();
    requests.hear(event(), 0);
    requests.hear(event({ event: name, requestId: 'other' }), 0);
    expect(requests.pending.get()).toHaveLength(1);
    requests.hear(event({ event: name }), 0);
    expect(requests.pending.get()).toEqual([]);
  },
);

test('sends no decision twice, and none after a denial', () => {
  const requests = new FileRequests();
  requests.hear(event(), 0);
  expect(requests.answer('r1', true)).toBe(true);
  expect(requests.answer('r1', true)).toBe(false);
  requests.hear(event({ approvers: ['jo'] }), 0);
  expect(requests.answer('r1', true)).toBe(false);
  expect(requests.answer('r1', false)).toBe(true);
  expect(requests.answer('r1', false)).toBe(false);
  expect(requests.answer('r1', true)).toBe(false);
  expect(requests.answer('unknown', false)).toBe(false);
});
