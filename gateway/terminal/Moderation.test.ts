import { describe, expect, test } from 'vitest';
import { demandsOf } from '../../src/access/moderation.ts';
import { toRole } from '../../src/access/role.ts';
import { Moderation } from './Moderation.ts';
import type { ParticipantInfo, Participant } from './Participant.ts';
import type { SessionMember } from './sessionMember.ts';

const info = (user: string): ParticipantInfo => ({
  user,
  roles: [],
  loginId: `${user}-1`,
  remoteAddr: '127.0.0.1:1',
  limits: { idleMs: 0 },
});
const OWNER = info('mona');
const named = (name: string, on_leave: string, modes = ['moderator']) => ({
  name: `${name} watches`,
  kinds: ['ssh'],
  modes,
  count: 1,
  filter: `equals(user.name, "${name}")`,
  on_leave,
});
const roles = (...demands: object[][]) =>
  demands.map((require_session_join) => toRole({ spec: { allow: { require_session_join } } }));

let lines: string[];
let members: SessionMember[];
let moderation: Moderation;
function begin(...demands: object[][]): void {
  lines = [];
  members = [];
  const subject = { id: 'sid', owner: OWNER, demands: demandsOf(roles(...demands), 'ssh') };
  moderation = new Moderation(subject, {
    writeLine: (text) => lines.push(text),
    start: () => lines.push('START'),
    pause: () => lines.push('PAUSE'),
    resume: () => lines.push('RESUME'),
    end: () => lines.push('END'),
  });
  enter('mona', 'peer');
}
/** The listener calls, or the last line if there were no calls. */
const outcome = () => {
  const calls = lines.splice(0);
  return calls.filter((line) => line === line.toUpperCase()).join() || calls.at(-1);
};
function enter(user: string, mode: SessionMember['mode'] = 'moderator'): void {
  const isOpener = members.length === 0;
  const member = {
    participant: { info: info(user) } as unknown as Participant,
    mode,
    isOpener,
  } as SessionMember;
  members.push(member);
  moderation.entered(member, members);
}
function leave(user: string): void {
  const member = members.find(({ participant }) => participant.info.user === user)!;
  members.splice(members.indexOf(member), 1);
  moderation.memberLeft(member, members);
}

test('shows the missing participants, how to leave, and who joins and leaves', () => {
  begin([named('ada', 'pause'), named('bob', 'pause', ['moderator', 'peer'])], [named('eve', 'pause', ['observer'])]);
  expect(lines).toEqual([
    'Session sid starts when all required participants are present.',
    'Until then Ctrl-C ends it. Observers and moderators leave with Ctrl-C. Moderators end it with t, or with “End for everyone” in the console.',
    'mona joined as peer.',
    'Waiting for 1 moderator (ada watches) or 1 moderator/peer (bob watches) and 1 observer (eve watches).',
  ]);
  lines = [];
  enter('bob');
  leave('bob');
  expect(lines).toEqual([
    'bob joined as moderator.',
    'Waiting for 1 observer (eve watches).',
    'bob left (moderator).',
    'Waiting for 1 moderator (ada watches) or 1 moderator/peer (bob watches) and 1 observer (eve watches).',
  ]);
  expect(moderation.holds).toBe(true);
});

test('with two policies that require two users, the session starts when the second user joins', () => {
  begin([named('ada', 'pause')], [named('bob', 'pause')]);
  enter('ada');
  expect([outcome(), moderation.holds]).toEqual(['Waiting for 1 moderator (bob watches).', true]);
  enter('bob', 'observer');
  expect([outcome(), moderation.holds]).toEqual(['Waiting for 1 moderator (bob watches).', true]);
  enter('bob');
  expect([outcome(), moderation.holds]).toEqual(['START', false]);
});

test('a change of roles without an effect shows no message', () => {
  begin([named('ada', 'pause')]);
  enter('ada');
  leave('ada');
  outcome();
  moderation.recount(members);
  expect(lines).toEqual([]);
  enter('bob');
  expect(outcome()).toBe('Waiting for 1 moderator (ada watches).');
});

test('the owner does not count as a required participant', () => {
  begin([{ ...named('ada', 'pause'), filter: '' }]);
  enter('mona', 'moderator');
  expect(moderation.holds).toBe(true);
});

describe('when a required participant leaves', () => {
  test('the session pauses, and resumes when the participant rejoins', () => {
    begin([named('ada', 'pause')]);
    enter('ada');
    leave('ada');
    expect(moderation.holds).toBe(true);
    expect(lines.slice(-3)).toEqual([
      'Paused: input is not sent, and Ctrl-C ends the session.',
      'PAUSE',
      'Waiting for 1 moderator (ada watches).',
    ]);
    outcome();
    enter('bob');
    expect(outcome()).toBe('Waiting for 1 moderator (ada watches).');
    enter('ada');
    expect([outcome(), moderation.holds]).toEqual(['RESUME', false]);
  });

  test.each(['terminate', ''])('the session ends if on_leave is %j', (on_leave) => {
    begin([named('ada', on_leave)]);
    enter('ada');
    leave('ada');
    expect(outcome()).toBe('START,END');
  });

  test('the session continues while another policy of the role is met or the user has another connection', () => {
    begin([named('ada', 'terminate'), named('bob', 'terminate')]);
    enter('ada');
    enter('bob');
    enter('bob');
    leave('ada');
    leave('bob');
    expect([outcome(), moderation.holds]).toEqual(['START', false]);
    leave('bob');
    expect(outcome()).toBe('END');
  });

  test('the strictest of several unmet policies applies, and a policy that was never met is ignored', () => {
    begin([named('ada', 'pause')], [{ ...named('ada', 'terminate'), name: 'strict' }]);
    enter('ada');
    leave('ada');
    expect(outcome()).toBe('START,END');
    begin([named('ada', 'pause'), named('bob', 'terminate')]);
    enter('ada');
    leave('ada');
    expect(outcome()).toBe('START,PAUSE');
  });

  test('a session that has not started does not end, and a paused session does', () => {
    begin([named('ada', 'terminate')], [named('bob', 'pause')]);
    enter('ada');
    leave('ada');
    expect(outcome()).not.toContain('END');
    enter('ada');
    enter('bob');
    leave('bob');
    expect(outcome()).toBe('START,PAUSE');
    leave('ada');
    expect(outcome()).toBe('END');
  });
});
