// Behaviour of the server that its responses do not show. A cluster differs from our gateway in when sessions end and
// when changes apply. Every text that promises such behaviour, and every call that depends on it, reads it here.
import {
  ACCESS_AT_ONCE,
  ASSIST_EXTENSIONS,
  COMMANDS_SHARE_SOCKET,
  COMMANDS_STOP,
  DOCUMENTS,
  FILES_KEPT,
  FOLDERS,
  FOLDER_ARCHIVES,
  RECORDED_DESKTOPS,
  RECORDING_REVIEWS,
  RECORDING_SCREENS,
  RECORDING_SEARCH,
  SESSIONS_END_AT_ONCE,
} from '../wire/config.ts';
import { config } from './config.ts';

export type ServerBehaviour = {
  /**
   * Maximum nodes per command socket. A 13.1 cluster panics if several nodes write to one socket at the same time,
   * which ends all its sessions.
   */
  nodesPerCommandSocket: number;
  /** Nodes on which one command runs at the same time. */
  commandNodesAtOnce: number;
  /** Closing a command's socket ends the command. On a cluster the command continues to its end. */
  stopsCommands: boolean;
  /** Closing the last terminal of a session ends its shell at once. A cluster keeps it for about five minutes. */
  endsSessionsAtOnce: boolean;
  /**
   * The bundled gateway: the console writes documents, and servers join through OpenSSH. A cluster has agents and its
   * own console.
   */
  isGateway: boolean;
  /** Lists the folders of a server, and creates folders. */
  listsFolders: boolean;
  /** Can refuse an upload that would replace a file. A cluster replaces it. */
  keepsFiles: boolean;
  /** Sends a folder of a server as an archive. A cluster only sends single files. */
  sendsFolders: boolean;
  /** Stores screens of recordings, so that a player can continue at any moment. */
  storesScreens: boolean;
  /** Sends parts of recorded desktops, so that a player can continue at any moment. */
  sendsDesktopParts: boolean;
  /** Searches the text of all recordings. */
  searchesRecordings: boolean;
  /** Stores a mark and a note for each recording. */
  keepsReviews: boolean;
  /** Assist supports context, cancelling, retries and summaries, and stores what the user approved (streams §7.7). */
  assistExtensions: boolean;
  /** Completes "Running … end": what ends with a sign-in. A cluster's commands continue to their end. */
  endsWithSignIn: string;
  /** A sentence: when a change of a user's roles applies. */
  userRolesCount: string;
  /** Shown below the user's own roles, which are those of the account, if the current sign-in can have others. */
  ownRolesNote: string | undefined;
  /** Completes "… can no longer sign in, and …": what happens to the sessions of a removed user. */
  removedUserSessions: string;
  /** A sentence: when a change inside a role applies, also for open sessions. */
  roleChangesCount: string;
};

/** The number of nodes that the reference runs at a time over one socket (streams §8.2). */
const GATEWAY_NODES_AT_ONCE = 30;
/** Fewer nodes at a time on a cluster: each node needs its own socket, with a connection and a session. */
const CLUSTER_NODES_AT_ONCE = 10;

export function toServerBehaviour(extensions: readonly string[]): ServerBehaviour {
  const has = (name: string) => extensions.includes(name);
  const sharesSocket = has(COMMANDS_SHARE_SOCKET);
  return {
    nodesPerCommandSocket: sharesSocket ? Infinity : 1,
    commandNodesAtOnce: sharesSocket ? GATEWAY_NODES_AT_ONCE : CLUSTER_NODES_AT_ONCE,
    stopsCommands: has(COMMANDS_STOP),
    endsWithSignIn: has(COMMANDS_STOP) ? 'commands, queries and desktop sessions' : 'desktop sessions',
    endsSessionsAtOnce: has(SESSIONS_END_AT_ONCE),
    isGateway: has(DOCUMENTS),
    listsFolders: has(FOLDERS),
    keepsFiles: has(FILES_KEPT),
    sendsFolders: has(FOLDER_ARCHIVES),
    storesScreens: has(RECORDING_SCREENS),
    sendsDesktopParts: has(RECORDED_DESKTOPS),
    searchesRecordings: has(RECORDING_SEARCH),
    keepsReviews: has(RECORDING_REVIEWS),
    assistExtensions: has(ASSIST_EXTENSIONS),
    ...(has(ACCESS_AT_ONCE)
      ? {
          userRolesCount: 'Takes effect at once, with their next request.',
          ownRolesNote: undefined,
          removedUserSessions: 'web sessions, terminals, commands and transfers end at once',
          roleChangesCount: 'Takes effect at once. The gateway ends open sessions that the role no longer allows.',
        }
      : {
          userRolesCount: 'Takes effect at their next sign-in. Lock the user to end their access at once.',
          ownRolesNote: 'Role changes since you signed in take effect at your next sign-in.',
          removedUserSessions: 'open sessions can continue until they expire',
          roleChangesCount: 'Takes effect with the next page load. Open sessions keep the rights they started with.',
        }),
  };
}

/** The behaviour of the server that sent this page. */
export const serverBehaviour: ServerBehaviour = toServerBehaviour(config.extensions);
