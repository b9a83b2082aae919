import type { ParticipantMode } from '../../src/wire/terminal/participantMode.ts';
import type { Caller } from '../identity/caller.ts';

/** A session that is running, as lists and joins need it (http-resources §9). */
export type LiveSession = {
  kind: 'ssh' | 'k8s' | 'db' | 'app' | 'desktop';
  id: string;
  owner: string;
  /** What the owner had when it began. */
  ownerRoles: readonly string[];
  login: string;
  created: Date;
  lastActive: Date;
  /** A node's UUID, or the address of a desktop or a database, and what people call it. */
  serverId: string;
  serverHostname: string;
  /** With which a host outside the inventory was asked for. */
  serverPort?: number;
  kubernetesCluster?: string;
  parties: readonly { id: string; user: string; lastActive: Date; mode?: string }[];
  moderated: boolean;
  /** Somebody is missing without whom it may not go on. */
  waiting?: boolean;
  /** How the caller may join; null: not at all. */
  modesFor(caller: Caller): readonly ParticipantMode[] | null;
};

/** Where whatever runs sessions puts them, and where everybody else finds them. */
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
