import { describe, expect, test } from 'vitest';
import { demandsOf, type Attending } from '../../src/access/moderation.ts';
import { toRole } from '../../src/access/role.ts';
import type { FileRequest } from '../../src/wire/terminal/fileTransfer.ts';
import { FileRequests } from './FileRequests.ts';

const DOWNLOAD: FileRequest = { download: true, location: '/etc/hosts' };
const UPLOAD: FileRequest = { download: false, location: '/tmp/', filename: 'a.txt' };

const someone = (user: string, mode: Attending['mode'] = 'moderator'): Attending => ({ user, mode, roles: [] });
const OWNER = someone('mona', 'peer');
const [ADA, BOB] = [someone('ada'), someone('bob')];
/** Two different moderators. */
const NEEDING = demandsOf(
  [
    toRole({
      spec: {
        allow: {
          require_session_join: [{ name: 'two', kinds: ['ssh'], modes: ['moderator'], count: 2 }],
        },
      },
    }),
  ],
  'ssh',
);

const EVERYBODY = [OWNER, ADA, BOB, someone('eve', 'observer')];

const plain = () => new FileRequests('mona', [], () => EVERYBODY);
const moderated = (present = EVERYBODY) => new FileRequests('mona', NEEDING, () => present);

function asked(requests: FileRequests, request = DOWNLOAD): string {
  const event = requests.ask(OWNER, request);
  if (!event) throw new Error('not asked');
  return event.requestId;
}
const decide = (requests: FileRequests, by: Attending, requestId: string, approved = true) => {
  const event = requests.decide(by, { requestId, approved });
  return event && [event.event.replace('file_transfer_request', '') || '_pending', event.approvers];
};

describe('a file request', () => {
  test('contains the requester, path, name and direction', () => {
    expect(plain().ask(OWNER, UPLOAD)).toEqual({
      event: 'file_transfer_request',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requester: 'mona',
      location: '/tmp/',
      filename: 'a.txt',
      download: false,
      approvers: [],
    });
    expect(plain().ask(OWNER, DOWNLOAD)).toMatchObject({ filename: '', download: true });
  });

  test('is ignored after a thousand requests in a session', () => {
    const requests = plain();
    for (let times = 0; times < 1000; times++) decide(requests, OWNER, asked(requests), false);
    expect(requests.ask(OWNER, DOWNLOAD)).toBeUndefined();
  });

  test.each<[string, Attending, FileRequest]>([
    ['by another user', ADA, DOWNLOAD],
    ['by an owner who only watches', someone('mona', 'spectator'), DOWNLOAD],
    ['without a path', OWNER, { download: true, location: '' }],
    ['for an upload without a name', OWNER, { ...UPLOAD, filename: '' }],
    ['for a path that is too long', OWNER, { download: true, location: '/'.repeat(5000) }],
  ])('is ignored %s', (_, by, request) => {
    expect(plain().ask(by, request)).toBeUndefined();
  });

  test('is ignored while 64 requests are open', () => {
    const requests = plain();
    const ids = Array.from({ length: 100 }, () => requests.ask(OWNER, DOWNLOAD)).filter(Boolean);
    expect(ids).toHaveLength(64);
    decide(requests, OWNER, ids[0]?.requestId ?? '', false);
    expect(requests.ask(OWNER, DOWNLOAD)).toBeDefined();
  });
});

describe('a decision', () => {
  test('counts at once without required moderators, also from the owner, and an approval can be revoked', () => {
    const requests = plain();
    const id = asked(requests);
    expect(decide(requests, OWNER, id)).toEqual(['_approve', ['mona']]);
    expect(decide(requests, ADA, id)).toBeUndefined();
    expect(decide(requests, ADA, id, false)).toEqual(['_deny', ['mona']]);
    expect(decide(requests, ADA, id, false)).toBeUndefined();
    expect(requests.use('mona', id, DOWNLOAD)).toBe(false);
  });

  test('counts once per participant, and all required moderators have to approve', () => {
    const requests = moderated();
    const id = asked(requests);
    expect(decide(requests, OWNER, id)).toEqual(['_pending', ['mona']]);
    expect(decide(requests, ADA, id)).toEqual(['_pending', ['mona', 'ada']]);
    expect(decide(requests, ADA, id)).toBeUndefined();
    expect(decide(requests, someone('eve', 'observer'), id)).toEqual(['_pending', ['mona', 'ada', 'eve']]);
    expect(requests.use('mona', id, DOWNLOAD)).toBe(false);
    expect(decide(requests, BOB, id)).toEqual(['_approve', ['mona', 'ada', 'eve', 'bob']]);
    expect(decide(requests, BOB, id)).toBeUndefined();
  });

  test('counts while its participant is present in the required mode', () => {
    const present = [...EVERYBODY];
    const requests = moderated(present);
    const id = asked(requests);
    decide(requests, ADA, id);
    present.splice(1, 1, someone('ada', 'observer'));
    expect(decide(requests, BOB, id)).toEqual(['_pending', ['ada', 'bob']]);
    present.splice(1, 1);
    expect(requests.use('mona', id, DOWNLOAD)).toBe(false);
    present.push(ADA);
    expect(requests.use('mona', id, DOWNLOAD)).toBe(true);
  });

  test('is ignored from a spectator and for an unknown request', () => {
    const requests = plain();
    const id = asked(requests);
    expect(decide(requests, someone('ada', 'spectator'), id, false)).toBeUndefined();
    expect(decide(requests, ADA, 'c0ffee00-0000-4000-8000-000000000001')).toBeUndefined();
    expect(requests.openFor(ADA)).toHaveLength(1);
  });
});

test('a participant who joins later gets the undecided requests', () => {
  const requests = moderated();
  const [first, second] = [asked(requests), asked(requests, UPLOAD)];
  decide(requests, ADA, first);
  decide(requests, ADA, second);
  decide(requests, BOB, second);
  expect(requests.openFor(BOB)).toMatchObject([
    { requestId: first, approvers: ['ada'], event: 'file_transfer_request' },
  ]);
});

test('an owner who rejoins gets the approved request until it is used', () => {
  const requests = moderated();
  const id = asked(requests);
  for (const by of [ADA, BOB]) decide(requests, by, id);
  expect(requests.openFor(OWNER)).toMatchObject([{ requestId: id, event: 'file_transfer_request_approve' }]);
  requests.use('mona', id, DOWNLOAD);
  expect(requests.openFor(OWNER)).toEqual([]);
});

describe('an approved request', () => {
  test.each<[string, string, FileRequest]>([
    ['another user', 'ada', UPLOAD],
    ['another path', 'mona', { ...UPLOAD, location: '/etc/' }],
    ['another name', 'mona', { ...UPLOAD, filename: 'b.txt' }],
    ['the other direction', 'mona', { download: true, location: '/tmp/' }],
  ])('is refused for %s, which does not use it up', (_, user, wanted) => {
    const requests = plain();
    const id = asked(requests, UPLOAD);
    expect(requests.use('mona', id, UPLOAD)).toBe(false);
    decide(requests, ADA, id);
    expect(requests.use(user, id, wanted)).toBe(false);
    expect(requests.use('mona', id, UPLOAD)).toBe(true);
    expect(requests.use('mona', id, UPLOAD)).toBe(false);
    expect(decide(requests, ADA, id, false)).toBeUndefined();
  });
});
