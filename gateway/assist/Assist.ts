// All sockets of Assist, and the events that end them from outside.
import type { WebSocket } from 'ws';
import type { AccessWatch } from '../identity/AccessWatch.ts';
import { isOf, type EndedSessions, type SignIn } from '../identity/webSessions.ts';
import { AssistClient, type AssistOwner } from './AssistClient.ts';
import type { Answerer } from './answerer.ts';
import { AssistSession, type SessionParts } from './AssistSession.ts';

type Parts = Omit<SessionParts, 'serialize'> & {
  watch: AccessWatch;
  enabled: () => boolean;
};

/** The 13.1 console leaves its old sockets open. The oldest ones of a user are closed (streams §7.3). */
const OF_USER_MAX = 12;
const SOCKETS_MAX = 500;

export class Assist {
  #parts: Parts;
  /** In the order in which they were opened. */
  #sessions = new Set<AssistSession>();
  /** Conversations with an answer in progress. */
  #turns = new Map<string, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isFull(): boolean {
    return this.#sessions.size >= SOCKETS_MAX;
  }

  get answerer(): Answerer {
    return this.#parts.answerer();
  }

  /** An unknown conversation is refused through the socket (streams §7.2). */
  begin(socket: WebSocket, owner: AssistOwner, conversationId: string, extensions: boolean): void {
    const open = [...this.#sessions].filter(({ client }) => client.owner.user === owner.user);
    for (const session of open.slice(0, Math.max(0, open.length + 1 - OF_USER_MAX))) session.client.close();
    const client = new AssistClient(socket, owner, extensions, this.#parts.now);
    const session = new AssistSession(client, conversationId, {
      ...this.#parts,
      serialize: this.#serialize.bind(this),
    });
    this.#sessions.add(session);
    session.open(() => this.#sessions.delete(session));
  }

  /** The sign-ins that have sockets open. */
  signIns(): SignIn[] {
    return [...this.#sessions].map(({ client }) => client.owner);
  }

  endSignIn(ended: EndedSessions): void {
    for (const { client } of [...this.#sessions]) {
      if (!isOf(ended, client.owner)) continue;
      if (ended.reason === undefined) client.drop();
      else client.fail(ended.reason, 'the sign-in has ended');
    }
  }

  /** Ends sockets of users that are locked or deleted. The user's rights are checked again with every message. */
  endRevoked(): void {
    const { watch, enabled } = this.#parts;
    for (const { client } of [...this.#sessions]) {
      if (!enabled()) client.fail('Assist is turned off.', 'Assist is turned off');
      else if (watch.lockOf(client.owner, {})) client.fail('Your access is locked.', 'a lock is in force');
      else if (!watch.accessOf(client.owner.user)) client.fail('Your access was revoked.', 'access revoked');
    }
  }

  /** Ends sockets of conversations that are deleted. */
  endConversation(user: string, id: string): void {
    for (const { client, conversationId } of [...this.#sessions])
      if (conversationId === id && client.owner.user === user) client.close();
  }

  close(): void {
    for (const { client } of [...this.#sessions]) client.close();
  }

  async #serialize(id: string, work: () => Promise<void>): Promise<void> {
    const before = this.#turns.get(id) ?? Promise.resolve();
    const turn = before.then(work);
    const settled = turn.catch(() => undefined);
    this.#turns.set(id, settled);
    try {
      await turn;
    } finally {
      if (this.#turns.get(id) === settled) this.#turns.delete(id);
    }
  }
}
