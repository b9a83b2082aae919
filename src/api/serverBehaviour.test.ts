import { expect, test } from 'vitest';
import { ACCESS_AT_ONCE, COMMANDS_SHARE_SOCKET, COMMANDS_STOP, SESSIONS_END_AT_ONCE } from '../wire/config.ts';
import { toServerBehaviour } from './serverBehaviour.ts';

test('treats a server without extensions as a 13.1 cluster', () => {
  expect(toServerBehaviour([])).toEqual({
    nodesPerCommandSocket: 1,
    assistExtensions: false,
    commandNodesAtOnce: 10,
    stopsCommands: false,
    endsWithSignIn: 'desktop sessions',
    endsSessionsAtOnce: false,
    isGateway: false,
    listsFolders: false,
    keepsFiles: false,
    sendsFolders: false,
    storesScreens: false,
    searchesRecordings: false,
    keepsReviews: false,
    sendsDesktopParts: false,
    userRolesCount: 'Takes effect at their next sign-in. Lock the user to end their access at once.',
    ownRolesNote: 'Role changes since you signed in take effect at your next sign-in.',
    removedUserSessions: 'open sessions can continue until they expire',
    roleChangesCount: 'Takes effect with the next page load. Open sessions keep the rights they started with.',
  });
});

test('uses the extensions of the gateway', () => {
  const gateway = toServerBehaviour([COMMANDS_SHARE_SOCKET, COMMANDS_STOP, SESSIONS_END_AT_ONCE, ACCESS_AT_ONCE]);
  expect(gateway).toMatchObject({
    nodesPerCommandSocket: Infinity,
    endsWithSignIn: 'commands, queries and desktop sessions',
    stopsCommands: true,
    endsSessionsAtOnce: true,
    removedUserSessions: 'web sessions, terminals, commands and transfers end at once',
  });
});
