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

describe('asking', () => {
  test('tells all there is to know', () => {
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

  test('is possible a thousand times in a session', () => {
    const requests = plain();
    for (let times = 0; times < 1000; times++) decide(requests, OWNER, asked(requests), false);
    expect(requests.ask(OWNER, DOWNLOAD)).toBeUndefined();
  });

  test.each<[string, Attending, FileRequest]>([
    ['somebody else', ADA, DOWNLOAD],
    ['an owner who only looks on', someone('mona', 'spectator'), DOWNLOAD],
    ['nothing', OWNER, { download: true, location: '' }],
    ['an upload without a name', OWNER, { ...UPLOAD, filename: '' }],
    ['a path that no system has', OWNER, { download: true, location: '/'.repeat(5000) }],
  ])('by or for %s is passed over', (_, by, request) => {
    expect(plain().ask(by, request)).toBeUndefined();
  });

  test('without end is passed over', () => {
    const requests = plain();
    const ids = Array.from({ length: 100 }, () => requests.ask(OWNER, DOWNLOAD)).filter(Boolean);
    expect(ids).toHaveLength(64);
    decide(requests, OWNER, ids[0]?.requestId ?? '', false);
    expect(requests.ask(OWNER, DOWNLOAD)).toBeDefined();
  });
});

describe('deciding', () => {
  test('where nobody is needed the first word counts, the owner’s too, and an approved request can still be denied', () => {
    const requests = plain();
    const id = asked(requests);
    expect(decide(requests, OWNER, id)).toEqual(['_approve', ['mona']]);
    expect(decide(requests, ADA, id)).toBeUndefined();
    expect(decide(requests, ADA, id, false)).toEqual(['_deny', ['mona']]);
    expect(decide(requests, ADA, id, false)).toBeUndefined();
    expect(requests.use('mona', id, DOWNLOAD)).toBe(false);
  });

  test('where others are needed all of them have to approve, each of them once', () => {
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

  test('counts while the approvers take part, in the mode that is needed', () => {
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

  test('by somebody who only looks on, or on what nobody asked, is passed over', () => {
    const requests = plain();
    const id = asked(requests);
    expect(decide(requests, someone('ada', 'spectator'), id, false)).toBeUndefined();
    expect(decide(requests, ADA, 'c0ffee00-0000-4000-8000-000000000001')).toBeUndefined();
    expect(requests.openFor(ADA)).toHaveLength(1);
  });
});

test('whoever comes later is told what waits for a decision', () => {
  const requests = moderated();
  const [first, second] = [asked(requests), asked(requests, UPLOAD)];
  decide(requests, ADA, first);
  decide(requests, ADA, second);
  decide(requests, BOB, second);
  expect(requests.openFor(BOB)).toMatchObject([
    { requestId: first, approvers: ['ada'], event: 'file_transfer_request' },
  ]);
});

test('an owner who comes back is told what was approved meanwhile, until it is used', () => {
  const requests = moderated();
  const id = asked(requests);
  for (const by of [ADA, BOB]) decide(requests, by, id);
  expect(requests.openFor(OWNER)).toMatchObject([{ requestId: id, event: 'file_transfer_request_approve' }]);
  requests.use('mona', id, DOWNLOAD);
  expect(requests.openFor(OWNER)).toEqual([]);
});

describe('using', () => {
  test.each<[string, string, FileRequest]>([
    ['somebody else', 'ada', UPLOAD],
    ['another place', 'mona', { ...UPLOAD, location: '/etc/' }],
    ['another name', 'mona', { ...UPLOAD, filename: 'b.txt' }],
    ['the other direction', 'mona', { download: true, location: '/tmp/' }],
  ])('what was approved is not for %s, and not used up by that', (_, user, wanted) => {
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
