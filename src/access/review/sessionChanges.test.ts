import { describe } from 'vitest';
import { check, EVERY, SAME, type Facts, type Spec } from '../../../tests/support/reviewFacts.ts';
import type { ParticipantMode } from '../../wire/terminal/participantMode.ts';
import type { SessionKind } from '../joining.ts';
import { unmetDemands } from '../moderation.ts';

describe('sessions of others', () => {
  const join = (...policies: [kinds: string[], modes: string[], roles: string[]][]): Spec => ({
    allow: { join_sessions: policies.map(([kinds, modes, roles]) => ({ name: 'j', kinds, modes, roles })) },
  });
  const modes = (kind: SessionKind, owner: string, was: string[], is: string[]): Facts => ({
    fact: (access) => access.joinModes({ userName: 'bob', roles: [owner] }, kind),
    was,
    is,
  });
  check([
    [
      'may be joined in one mode more',
      join([['ssh'], ['observer'], ['dev']]),
      join([['ssh'], ['observer', 'peer'], ['dev']]),
      ['May now join ssh sessions of users with the role dev as peer'],
      modes('ssh', 'dev', ['observer'], ['observer', 'peer']),
    ],
    [
      'may be joined in no mode',
      join(),
      join([['ssh'], [], ['dev']], [['ssh'], ['boss'], ['dev']]),
      [SAME],
      modes('ssh', 'dev', [], []),
    ],
    [
      'may be joined by another policy as before',
      join([
        ['ssh', 'k8s'],
        ['peer', 'observer'],
        ['dev', 'ops'],
      ]),
      join([['k8s', 'ssh'], ['observer', 'peer'], ['dev']], [['*'], ['observer', 'peer'], ['ops']]),
      ['May now join db, app or desktop sessions of users with the role ops as observer or peer'],
      modes('k8s', 'dev', ['observer', 'peer'], ['observer', 'peer']),
      modes('db', 'ops', [], ['observer', 'peer']),
    ],
    [
      'may be joined where one role has it still',
      join([['*'], ['peer'], ['*', 'ops']]),
      join([['*'], ['peer'], ['dev']]),
      ['May no longer join any sessions of users with the role of any name but dev as peer'],
      modes('ssh', 'dev', ['peer'], ['peer']),
      modes('ssh', 'ops', ['peer'], []),
    ],
  ]);
});

describe('sessions that need others', () => {
  const LEAD = 'contains(user.roles, "lead")';
  const need = (...policies: object[]): Spec => ({
    allow: {
      require_session_join: policies.map((one) => ({
        name: 'w',
        kinds: ['ssh'],
        modes: ['moderator'],
        count: 1,
        ...one,
      })),
    },
  });
  /** Whether a session may run with these participants. */
  const runs = (modes: ParticipantMode[], was: boolean, is: boolean): Facts => ({
    fact: (access) =>
      unmetDemands(
        access.joinDemands('ssh'),
        modes.map((mode, i) => ({ user: `u${i}`, roles: ['lead'], mode })),
      ).length === 0,
    was,
    is,
  });
  check([
    [
      'get an alternative',
      need({}),
      need({}, { modes: ['peer'] }),
      ['! Now need 1 moderator or 1 peer instead of 1 moderator to be in their ssh sessions'],
      runs(['peer'], false, true),
    ],
    [
      'lose an alternative',
      need({}, { modes: ['peer'] }),
      need({}),
      ['Now need 1 moderator instead of 1 moderator or 1 peer to be in their ssh sessions'],
      runs(['peer'], true, false),
    ],
    [
      'need more',
      need({}),
      need({ count: 2, filter: LEAD }),
      [`Now need 2 moderators where ${LEAD} instead of 1 moderator to be in their ssh sessions`],
      runs(['moderator'], true, false),
    ],
    [
      'need nobody by a count of 0',
      need({}),
      need({ count: 0 }),
      ['! Now need no other participant instead of 1 moderator to be in their ssh sessions'],
      runs([], false, true),
    ],
    [
      'need nobody as before',
      need(),
      need({ count: 0 }),
      ['Now need no other participant to be in their ssh sessions'],
      runs([], true, true),
    ],
    [
      'need participants that cannot exist',
      need(),
      need({ count: 2, modes: [] }, { filter: 'moderators' }),
      [
        'Now need 2 participants in no mode (never met) or 1 moderator where moderators (never met: the filter cannot be read) to be in their ssh sessions',
      ],
      runs(['moderator', 'moderator'], true, false),
    ],
    [
      'go on or not when one leaves',
      need({}),
      need({ on_leave: 'pause' }),
      ['Their ssh sessions now pause instead of end when a required participant leaves'],
      { fact: (access) => access.joinDemands('ssh')[0]?.[0]?.onLeave, was: 'terminate', is: 'pause' },
    ],
    [
      'need others in more kinds',
      need({}),
      need({ kinds: ['*'] }),
      ['Now need 1 moderator to be in their k8s, db, app or desktop sessions'],
      { fact: (access) => access.isModerated('k8s'), was: false, is: true },
    ],
  ]);
});

describe('the version', () => {
  const opens: Spec = { allow: { logins: ['ada'], node_labels: EVERY } };
  const joins = (was: string[], is: string[]): Facts => ({
    fact: (access) => access.joinModes({ userName: 'bob', roles: [] }, 'ssh', () => ({ labels: {}, login: 'ada' })),
    was,
    is,
  });
  check([
    [
      'of before join rules lets its holders join',
      { version: 'v5', ...opens },
      { version: 'v4', ...opens },
      [
        '! Users with roles of v3 and v4 only may now join SSH sessions of others with the logins of their roles',
        'The role version is now v4 instead of v5',
      ],
      joins([], ['peer']),
    ],
    [
      'of join rules no longer does',
      { version: 'v4', ...opens },
      { version: 'v6', ...opens },
      [
        'May join sessions of others only as a role with join_sessions allows',
        'The role version is now v6 instead of v4',
      ],
      joins(['peer'], []),
    ],
  ]);
});
