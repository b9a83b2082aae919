// What the server behind the console does where its answers do not tell. A cluster differs from our gateway in when
// something ends or counts; every sentence that promises such a thing, and every call that depends on it, reads here.
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
   * How many nodes one command socket may carry. A 13.1 cluster ends with a panic when several nodes write to one
   * socket at the same time, and takes every session with it.
   */
  nodesPerCommandSocket: number;
  /** Nodes on which one command runs at the same time. */
  commandNodesAtOnce: number;
  /** Closing a command's socket ends the command; a cluster lets it run on to its end. */
  stopsCommands: boolean;
  /** Closing the last terminal of a session ends its shell at once; a cluster keeps it for about five minutes. */
  endsSessionsAtOnce: boolean;
  /**
   * The bundled gateway: documents are written here, and servers join by OpenSSH. A cluster has agents and a console of
   * its own.
   */
  isGateway: boolean;
  /** Tells what is in the folders of a server, and makes folders. */
  listsFolders: boolean;
  /** Refuses an upload that would replace a file, where it is told to; a cluster replaces. */
  keepsFiles: boolean;
  /** Sends a folder of a server as an archive; a cluster sends single files. */
  sendsFolders: boolean;
  /** Stores screens of recordings, from which a player goes on at any moment. */
  storesScreens: boolean;
  /** Sends parts of recorded desktops, from which a player goes on at any moment. */
  sendsDesktopParts: boolean;
  /** Searches the text of all recordings. */
  searchesRecordings: boolean;
  /** Keeps a mark and a note for each recording. */
  keepsReviews: boolean;
  /** Assist takes context, cancels, retries and summarizes, and stores what was approved (streams §7.7). */
  assistExtensions: boolean;
  /** A sentence: when a change of the roles of a user counts. */
  userRolesCount: string;
  /** Below one's own roles, which are those of the account: where the sign-in may have others. */
  ownRolesNote: string | undefined;
  /** Completes "… can no longer sign in, and …": what becomes of the sessions of a user who is removed. */
  removedUserSessions: string;
  /** A sentence: when a change inside a role counts, also for open sessions. */
  roleChangesCount: string;
};

/** Nodes that the reference runs at a time over one socket (streams §8.2). */
const GATEWAY_NODES_AT_ONCE = 30;
/** A cluster gets a socket for each node, so fewer at a time: each one costs it a connection and a session. */
const CLUSTER_NODES_AT_ONCE = 10;

export function toServerBehaviour(extensions: readonly string[]): ServerBehaviour {
  const has = (name: string) => extensions.includes(name);
  const sharesSocket = has(COMMANDS_SHARE_SOCKET);
  return {
    nodesPerCommandSocket: sharesSocket ? Infinity : 1,
    commandNodesAtOnce: sharesSocket ? GATEWAY_NODES_AT_ONCE : CLUSTER_NODES_AT_ONCE,
    stopsCommands: has(COMMANDS_STOP),
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

/** Of the server that this page came from. */
export const serverBehaviour: ServerBehaviour = toServerBehaviour(config.extensions);
