import type { ParticipantMode } from '../../src/wire/terminal/participantMode.ts';
import type { Caller } from '../identity/caller.ts';

/** A running session, for lists and joins (http-resources §9). */
export type LiveSession = {
  kind: 'ssh' | 'k8s' | 'db' | 'app' | 'desktop';
  id: string;
  owner: string;
  /** The owner's roles when it began. */
  ownerRoles: readonly string[];
  login: string;
  created: Date;
  lastActive: Date;
  /** The UUID of a node, or the address of a desktop or a database, and its display name. */
  serverId: string;
  serverHostname: string;
  /** The port with which a host outside the inventory was requested. */
  serverPort?: number;
  kubernetesCluster?: string;
  parties: readonly { id: string; user: string; lastActive: Date; mode?: string }[];
  moderated: boolean;
  /** A required participant is missing, so the session is paused. */
  waiting?: boolean;
  /** The modes in which the caller may join, or null. */
  modesFor(caller: Caller): readonly ParticipantMode[] | null;
};

/** The registry of running sessions. */
export class LiveSessions {
  #sessions = new Map<string, LiveSession>();

  /** Oldest first. */
  all(): LiveSession[] {
    return [...this.#sessions.values()];
  }

  add(session: LiveSession): void {
    this.#sessions.set(session.id, session);
  }

  remove(id: string): void {
    this.#sessions.delete(id);
  }
}
