// One command socket: runs a command on all nodes of a query, a limited number in parallel (streams §8.2).
import { randomUUID } from 'node:crypto';
import { utf8 } from '../../src/lib/encoding.ts';
import { encodeCommandOutput } from '../../src/wire/command/commandFrames.ts';
import type { ExecuteParams } from '../../src/wire/command/executeParams.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import type { Credentials } from '../identity/credentials.ts';
import type { Entry } from '../inventory/entry.ts';
import type { AccessWatch } from '../identity/AccessWatch.ts';
import type { SshDialing } from '../ssh/route.ts';
import { sshCommands } from '../ssh/sshCommands.ts';
import type { SessionRecorderParts } from '../terminal/SessionRecorder.ts';
import { proveByKey } from '../terminal/keyProof.ts';
import type { Participant } from '../terminal/Participant.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import { newSessionFrame } from '../terminal/sessionMetadata.ts';
import { grantLogin, requireRoom, type Grant, type Visitor } from '../terminal/shellRequest.ts';
import { beginErrorText, TargetError, type TargetNode } from '../terminal/target.ts';
import { SharedFactorPrompt } from './SharedFactorPrompt.ts';
import { localCommands } from './localCommands.ts';
import { NodeCommand } from './NodeCommand.ts';

export type ExecutionParts = SessionRecorderParts & {
  credentials: Pick<Credentials, 'keyQuestion'>;
  /** Decides which running commands may continue. */
  watch: AccessWatch;
  /** The number of sessions that a user has open, of all kinds. */
  begunBy: (user: string) => number;
  clusterName: () => string;
  /** Id of this machine's node. */
  hostId: string;
  ssh: () => SshDialing;
  /** Whether users may log in to this machine as the gateway's own account. */
  ownAccount: () => boolean;
};

/** The log of an approved execution in its conversation. */
export type RunLog = {
  /** The first nodes are known. No command has started. */
  started(nodes: readonly Entry[]): void;
  /** The command ended on one node. `error`: why it failed. */
  ended(nodeId: string, sid: string, error: string | undefined): void;
  /** Resolves when everything is stored. */
  finished(): Promise<void>;
};

/** Limit of parallel nodes (streams §8.2). */
const PARALLEL_MAX = 30;
const UNATTENDED = 'Your roles require another participant in each session, and commands cannot be watched.';
const SIGNED_OUT = 'the sign-in has ended';

export class Execution {
  readonly participant: Participant;
  readonly params: ExecuteParams;
  #visitor: Visitor;
  #parts: ExecutionParts;
  #key: SharedFactorPrompt;
  #commands = new Set<NodeCommand>();
  #log: RunLog | undefined;
  #cancelled: string | undefined;

  constructor(
    participant: Participant,
    visitor: Visitor,
    params: ExecuteParams,
    parts: ExecutionParts,
    log: RunLog | undefined,
  ) {
    this.participant = participant;
    this.#visitor = visitor;
    this.params = params;
    this.#parts = parts;
    this.#log = log;
    this.#key = new SharedFactorPrompt(() => proveByKey(parts.credentials, participant));
  }

  /** Commands that are running. */
  get count(): number {
    return this.#commands.size;
  }

  /** Resolves when all commands have ended and are recorded, and the participant has got the results. */
  async run(nodes: AsyncIterable<Entry>): Promise<void> {
    this.participant.attend({
      input: () => undefined,
      resize: () => undefined,
      fileRequest: () => undefined,
      fileDecision: () => undefined,
      stalled: () => undefined,
      pressure: () => this.#commands.forEach((command) => command.pace()),
      leave: () => this.cancel('the connection was closed'),
    });
    const queue = (this.#log ? notedNodes(nodes, this.#log) : nodes)[Symbol.asyncIterator]();
    const worker = async () => {
      for (let next = await queue.next(); !next.done && this.#cancelled === undefined; next = await queue.next())
        await this.#runOn(next.value);
    };
    try {
      await Promise.all(Array.from({ length: this.#parallel() }, worker));
    } finally {
      // Results are stored before the socket closes.
      await this.#log?.finished().catch(this.#parts.report);
      this.participant.dismiss({ kind: 'finished' });
    }
  }

  /** Ends the running commands and starts no further ones. */
  cancel(why: string): void {
    this.#cancelled ??= why;
    for (const command of this.#commands) command.cancel(why);
  }

  /**
   * Ends the running commands and closes the socket. `reason` is for the user, unless they signed out in this browser.
   */
  endSignIn(reason: string | undefined): void {
    if (reason !== undefined) this.participant.send(encodeEnvelope(FRAME_TYPE.error, reason));
    this.participant.dismiss({ kind: reason === undefined ? 'silent' : 'finished' });
    this.cancel(SIGNED_OUT);
  }

  /** Checks each node: the login must still be granted, and no lock may apply. */
  endRevoked(): void {
    for (const command of this.#commands) {
      const why = this.#refusalOn(command.subject.target.node);
      if (why !== undefined) command.cancel(why);
    }
  }

  /** A user with a limit of parallel sessions can run only this many commands in parallel. */
  #parallel(): number {
    const { access, user } = this.#visitor.caller;
    const { maxConnections } = access.options();
    if (maxConnections === 0) return PARALLEL_MAX;
    return Math.min(PARALLEL_MAX, Math.max(1, maxConnections - this.#parts.begunBy(user.name)));
  }

  async #runOn(entry: Entry): Promise<void> {
    const sid = randomUUID();
    this.participant.send(this.#metadata(sid, entry));
    try {
      const grant = await this.#grant(entry);
      // Other sessions may have started. There is no wait between this check and counting this command.
      const begun = this.#parts.begunBy(this.participant.info.user);
      requireRoom(this.#visitorNow, { begun, node: grant.node, login: this.params.login }, this.#parts.audit);
      const command = this.#toCommand(sid, grant);
      this.#commands.add(command);
      try {
        if (this.#cancelled !== undefined) command.cancel(this.#cancelled);
        const wrong = await command.run();
        this.#log?.ended(entry.key, sid, wrong);
      } finally {
        this.#commands.delete(command);
      }
    } catch (error) {
      this.#parts.report(error);
      const text = beginErrorText(error, 'The command could not be run');
      const base64 = Buffer.from(utf8(text)).toString('base64');
      const payload = encodeCommandOutput(entry.key, 'teleport-error', base64);
      this.participant.send(encodeEnvelope(FRAME_TYPE.raw, payload));
      this.#log?.ended(entry.key, sid, text);
    }
  }

  /** With the current roles: the queue may be long. */
  get #visitorNow(): Visitor {
    const { caller, remoteAddr } = this.#visitor;
    const access = this.#parts.watch.accessOf(caller.user.name) ?? caller.access;
    return { caller: { ...caller, access }, remoteAddr };
  }

  /** Rejects with a TargetError if the command must not run. */
  async #grant(entry: Entry): Promise<Grant> {
    const { login } = this.params;
    const visitor = this.#visitorNow;
    const { access, user } = visitor.caller;
    const node = nodeOf(entry);
    const server = { kind: 'found', requested: { id: node.id, hostname: node.hostname, port: 0 }, entry } as const;
    const grant = grantLogin({ visitor, server, login, begun: this.#parts.begunBy(user.name) }, this.#parts);
    if (access.isModerated('ssh')) throw new TargetError(UNATTENDED);
    if (grant.asksKey) await this.#key.prove();
    const refused = this.#refusalOn(node); // it may have changed while waiting for the key
    if (refused !== undefined) throw new TargetError(refused);
    return grant;
  }

  #toCommand(sid: string, { node, isHere, connect }: Grant): NodeCommand {
    const { login, command: line } = this.params;
    const { ssh, ownAccount } = this.#parts;
    const target = isHere ? localCommands(node, ownAccount()) : sshCommands(node, connect, ssh(), `session ${sid}`);
    const recordStrictly = this.#visitor.caller.access.options().recordSsh === 'strict';
    return new NodeCommand({ sid, login, line, target, recordStrictly }, this.participant, this.#parts);
  }

  #refusalOn(node: TargetNode): string | undefined {
    return this.#parts.watch.loginRefusal(this.participant.info, { login: this.params.login, node });
  }

  #metadata(id: string, entry: Entry): Uint8Array {
    const { user, access } = this.#visitor.caller;
    const { hostname } = nodeOf(entry);
    return newSessionFrame({
      kind: '',
      id,
      login: this.params.login,
      owner: user.name,
      server: { id: entry.key, hostname, port: 0 },
      clusterName: this.#parts.clusterName(),
      created: new Date(this.#parts.clock.now()),
      moderated: access.isModerated('ssh'),
    });
  }
}

/** Limit of nodes that the log of a run names. */
const NOTED_MAX = 100;

async function* notedNodes(nodes: AsyncIterable<Entry>, log: RunLog): AsyncGenerator<Entry> {
  const first: Entry[] = [];
  let isNoted = false;
  for await (const node of nodes) {
    if (isNoted) yield node;
    else if (first.push(node) >= NOTED_MAX) {
      isNoted = true;
      log.started(first);
      yield* first;
    }
  }
  if (isNoted) return;
  log.started(first);
  yield* first;
}
