import { describe } from 'vitest';
import { check, EVERY, SAME, type Facts, type Spec } from '../../../tests/support/reviewFacts.ts';
import type { ParticipantMode } from '../../wire/terminal/participantMode.ts';
import type { SessionKind } from '../joining.ts';
import { unmetDemands } from '../moderation.ts';

describe('joining sessions of other users', () => {
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
      'with an added mode',
      join([['ssh'], ['observer'], ['dev']]),
      join([['ssh'], ['observer', 'peer'], ['dev']]),
      ['May now join ssh sessions of users with the role dev as peer'],
      modes('ssh', 'dev', ['observer'], ['observer', 'peer']),
    ],
    [
      'with a policy without valid modes',
      join(),
      join([['ssh'], [], ['dev']], [['ssh'], ['boss'], ['dev']]),
      [SAME],
      modes('ssh', 'dev', [], []),
    ],
    [
      'with an equivalent policy and an added one',
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
      'with one remaining role of an owner',
      join([['*'], ['peer'], ['*', 'ops']]),
      join([['*'], ['peer'], ['dev']]),
      ['May no longer join any sessions of users with the role of any name but dev as peer'],
      modes('ssh', 'dev', ['peer'], ['peer']),
      modes('ssh', 'ops', ['peer'], []),
    ],
  ]);
});

describe('sessions with required participants', () => {
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
      'with an added alternative',
      need({}),
      need({}, { modes: ['peer'] }),
      ['! Now need 1 moderator or 1 peer instead of 1 moderator to be in their ssh sessions'],
      runs(['peer'], false, true),
    ],
    [
      'with a removed alternative',
      need({}, { modes: ['peer'] }),
      need({}),
      ['Now need 1 moderator instead of 1 moderator or 1 peer to be in their ssh sessions'],
      runs(['peer'], true, false),
    ],
    [
      'with more required participants',
      need({}),
      need({ count: 2, filter: LEAD }),
      [`Now need 2 moderators where ${LEAD} instead of 1 moderator to be in their ssh sessions`],
      runs(['moderator'], true, false),
    ],
    [
      'with the count 0 instead of 1',
      need({}),
      need({ count: 0 }),
      ['! Now need no other participant instead of 1 moderator to be in their ssh sessions'],
      runs([], false, true),
    ],
    [
      'with the count 0 in a new policy',
      need(),
      need({ count: 0 }),
      ['Now need no other participant to be in their ssh sessions'],
      runs([], true, true),
    ],
    [
      'with participants that cannot exist',
      need(),
      need({ count: 2, modes: [] }, { filter: 'moderators' }),
      [
        'Now need 2 participants in no mode (never met) or 1 moderator where moderators (never met: the filter cannot be read) to be in their ssh sessions',
      ],
      runs(['moderator', 'moderator'], true, false),
    ],
    [
      'with another reaction when a participant leaves',
      need({}),
      need({ on_leave: 'pause' }),
      ['Their ssh sessions now pause instead of end when a required participant leaves'],
      { fact: (access) => access.joinDemands('ssh')[0]?.[0]?.onLeave, was: 'terminate', is: 'pause' },
    ],
    [
      'with more kinds of sessions',
      need({}),
      need({ kinds: ['*'] }),
      ['Now need 1 moderator to be in their k8s, db, app or desktop sessions'],
      { fact: (access) => access.isModerated('k8s'), was: false, is: true },
    ],
  ]);
});

describe('the role version', () => {
  const opens: Spec = { allow: { logins: ['ada'], node_labels: EVERY } };
  const joins = (was: string[], is: string[]): Facts => ({
    fact: (access) => access.joinModes({ userName: 'bob', roles: [] }, 'ssh', () => ({ labels: {}, login: 'ada' })),
    was,
    is,
  });
  check([
    [
      'before join policies lets users join',
      { version: 'v5', ...opens },
      { version: 'v4', ...opens },
      [
        '! Users with roles of v3 and v4 only may now join SSH sessions of others with the logins of their roles',
        'The role version is now v4 instead of v5',
      ],
      joins([], ['peer']),
    ],
    [
      'with join policies no longer does',
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
