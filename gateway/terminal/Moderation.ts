// Whether a moderated session may run, and the notices about it (streams §3.8).
import { isMet, unmetDemands, type JoinPolicy } from '../../src/access/moderation.ts';
import { NOTICES } from './notices.ts';
import { toAttending, type SessionMember } from './sessionMember.ts';
import type { SessionSubject } from './sessionSubject.ts';

type Subject = Pick<SessionSubject, 'id' | 'owner' | 'demands'>;

type ModerationListener = {
  /** Shows a line to all participants. */
  writeLine(text: string): void;
  /** All required participants are present for the first time. */
  start(): void;
  /** A required participant has left. */
  pause(): void;
  /** All required participants are present again. */
  resume(): void;
  /** A participant has left whose policy ends the session. */
  end(): void;
};

export class Moderation {
  #subject: Subject;
  #listener: ModerationListener;
  #state: 'waiting' | 'running' | 'paused' = 'waiting';
  #met: ReadonlySet<JoinPolicy> = new Set();
  /** The notice about missing participants. Empty if another notice followed it. */
  #waitingLine = '';

  constructor(subject: Subject, listener: ModerationListener) {
    this.#subject = subject;
    this.#listener = listener;
  }

  /** The session is waiting or paused: input does not reach the shell. */
  get holds(): boolean {
    return this.#state !== 'running';
  }

  /** `everybody` includes the new participant. In `memberLeft` it does not include the participant who left. */
  entered({ participant, mode, isOpener }: SessionMember, everybody: readonly SessionMember[]): void {
    if (isOpener) for (const text of NOTICES.created(this.#subject.id)) this.#listener.writeLine(text);
    this.#waitingLine = '';
    this.#listener.writeLine(NOTICES.joined(participant.info.user, mode));
    this.recount(everybody);
  }

  memberLeft({ participant, mode }: SessionMember, everybody: readonly SessionMember[]): void {
    this.#waitingLine = '';
    this.#listener.writeLine(NOTICES.left(participant.info.user, mode));
    this.recount(everybody);
  }

  /** Call this also when roles have changed. The owner does not count. */
  recount(everybody: readonly SessionMember[]): void {
    const { owner, demands } = this.#subject;
    const present = everybody.map(toAttending).filter(({ user }) => user !== owner.user);
    const before = this.#met;
    this.#met = new Set(demands.flat().filter((policy) => isMet(policy, present)));
    const unmet = unmetDemands(demands, present);
    if (unmet.length === 0) return this.#goOn();
    // Of the policies that were met and are unmet now, the strictest decides (resource-specs §1.7).
    const lost = unmet.flat().filter((policy) => before.has(policy));
    if (this.#state !== 'waiting' && lost.some(({ onLeave }) => onLeave === 'terminate')) return this.#end();
    if (this.#state === 'running') this.#pause();
    const line = NOTICES.waiting(unmet);
    if (line !== this.#waitingLine) this.#listener.writeLine(line);
    this.#waitingLine = line;
  }

  #goOn(): void {
    const was = this.#state;
    if (was === 'running') return;
    this.#waitingLine = '';
    this.#listener.writeLine(was === 'waiting' ? NOTICES.start : NOTICES.resume);
    this.#state = 'running';
    if (was === 'waiting') this.#listener.start();
    else this.#listener.resume();
  }

  #pause(): void {
    this.#state = 'paused';
    this.#listener.writeLine(NOTICES.pause);
    this.#listener.pause();
  }

  #end(): void {
    this.#listener.writeLine(NOTICES.end);
    this.#listener.end();
  }
}
