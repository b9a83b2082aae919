// The steps that test a server: access, the connection, and a command as the login (http-resources §13.3).
import { randomUUID } from 'node:crypto';
import type { CommandListener, RunningCommand } from '../commands/commandTarget.ts';
import { localCommands } from '../commands/localCommands.ts';
import type { SshConnect } from '../config/settings.ts';
import type { Gateway } from '../gateway.ts';
import { connectOver } from '../ssh/connection.ts';
import { SshCommand } from '../ssh/SshCommand.ts';
import { routeTo } from '../ssh/sshTarget.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Entry } from '../inventory/entry.ts';
import { asksKey, judgeLogin, lockedNode } from '../terminal/nodeAccess.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import { SessionRecorder } from '../terminal/SessionRecorder.ts';
import { KeyMissing, LoginRefused, TargetError } from '../terminal/target.ts';
import { requireFactor, requireUnlocked, tooSlow, type Tester } from './judged.ts';
import { runBriefly, type CommandResult } from './runBriefly.ts';
import type { TestRequest } from './testRequest.ts';
import { plainText, StepFailure, type Step } from './traces.ts';

export type NodeParts = Pick<
  Gateway,
  'stores' | 'config' | 'ssh' | 'hostId' | 'audit' | 'locks' | 'recordings' | 'now'
> & {
  report: (error: unknown) => void;
};

const COMMAND = 'whoami';

/** A connection on which a command can be started. Call `end` if none was started. */
type CommandStarter = { start: (listener: CommandListener) => Promise<RunningCommand>; end: () => void };

export function nodeSteps(parts: NodeParts, tester: Tester, { name, login, timeoutMs }: TestRequest): Step[] {
  const { stores, config, hostId, locks } = parts;
  const { access } = tester.caller;
  const find = (): Entry => {
    const found = stores.inventory.find('node', name);
    const all = found ? [found] : stores.inventory.named('node', name);
    const [entry, ...others] = all.length > 1 ? all.filter(({ labels }) => access.resource('node', labels).ok) : all;
    if (entry && others.length === 0) return entry;
    const error = entry ? `several servers are called ${name}` : `there is no server ${name}`;
    const remedy = entry ? 'Test it by its ID.' : 'Check the name, and that the server is in the list of servers.';
    throw new StepFailure('CONNECTIVITY', `The gateway cannot find the server. ${remedy}`, error);
  };
  let entry: Entry;
  let starter: CommandStarter;

  return [
    {
      proves: [],
      run() {
        entry = find();
        const verdict = access.resource('node', entry.labels);
        if (!verdict.ok)
          throw new StepFailure(
            'RBAC_NODE',
            'Your roles do not allow access to this server. A role must allow its labels (node_labels).',
            verdict.message,
          );
        const node = nodeOf(entry);
        const loginVerdict = judgeLogin(access, node, login);
        if (!loginVerdict.ok) {
          refused(parts, tester, entry, login, loginVerdict.message);
          throw new StepFailure(
            'RBAC_PRINCIPAL',
            `Your roles do not allow the login "${login}" on this server. Add it to the logins of a role or of your user.`,
            loginVerdict.message,
          );
        }
        requireUnlocked(locks, tester, 'RBAC_NODE', lockedNode(node, login));
        requireFactor(asksKey(access, node, login), tester, 'RBAC_NODE');
      },
    },
    {
      proves: ['RBAC_NODE', 'CONNECTIVITY', 'RBAC_PRINCIPAL'],
      async run(signal) {
        const node = nodeOf(entry);
        const ownAccount = config.get().node?.ownAccount ?? false;
        if (entry.key === hostId) {
          const here = localCommands(node, ownAccount);
          starter = { start: (listener) => here.run(login, COMMAND, listener, signal), end: () => undefined };
          return;
        }
        const settings: SshConnect = entry.connect.via === 'ssh' ? entry.connect : {};
        const client = await connectOver(
          routeTo(node, { login, purpose: `connection test of ${tester.caller.user.name}` }, settings, parts.ssh()),
          signal,
        ).catch((error: unknown) => {
          throw connectFailure(error, signal, timeoutMs, { login, joined: settings.joined }, parts.report);
        });
        starter = { start: (listener) => SshCommand.start(client, COMMAND, listener), end: () => client.destroy() };
      },
    },
    {
      proves: ['NODE_PRINCIPAL'],
      async run(signal) {
        const result = await runBriefly(starter.start, signal).catch((error: unknown) => {
          starter.end();
          throw commandFailure(error, signal, login, parts.report);
        });
        await recorded(parts, tester, entry, login, result);
        if (result.status === 0) return;
        const error =
          result.status === undefined ? 'the connection was lost' : `Process exited with status ${result.status}`;
        throw new StepFailure(
          'NODE_PRINCIPAL',
          `The login "${login}" cannot run a command on the server. Check its shell. Output: ${plainText(result.output) || 'none'}`,
          error,
        );
      },
    },
  ];
}

/** Servers that joined with a token trust certificates, not a key of the gateway. */
const REMEDIES = {
  login: 'Create the user on the server, and add the gateway’s key to its authorized_keys.',
  joinedLogin:
    'Create the user on the server, and check the clock of the server. If both are right, run the command of “Add server” there.',
  key: 'Set connect.identity_file of the server, or create a key for the account of the gateway.',
  connection:
    'Check that its SSH server runs, that a firewall allows the connection, and that the gateway knows its host key.',
  tunnel:
    'Check on the server that sshd and the service postern-tunnel run, and that a firewall allows connections to the gateway.',
};

function connectFailure(
  error: unknown,
  { aborted }: AbortSignal,
  timeoutMs: number,
  { login, joined }: { login: string; joined: SshConnect['joined'] },
  report: (error: unknown) => void,
): unknown {
  if (!(error instanceof TargetError)) return error;
  report(error);
  if (error instanceof LoginRefused)
    return new StepFailure(
      'NODE_PRINCIPAL',
      `The server refuses the login "${login}". ${REMEDIES[joined ? 'joinedLogin' : 'login']}`,
      error.message,
    );
  if (error instanceof KeyMissing)
    return new StepFailure('CONNECTIVITY', `The gateway has no key for the server. ${REMEDIES.key}`, error.message);
  return new StepFailure(
    'CONNECTIVITY',
    `The gateway cannot connect to the server. ${REMEDIES[joined?.tunnel ? 'tunnel' : 'connection']}`,
    aborted ? tooSlow(timeoutMs) : error.message,
  );
}

function commandFailure(
  error: unknown,
  { aborted }: AbortSignal,
  login: string,
  report: (error: unknown) => void,
): unknown {
  if (!aborted && !(error instanceof TargetError)) return error;
  if (!aborted) report(error);
  return new StepFailure(
    'NODE_PRINCIPAL',
    `The login "${login}" cannot run a command on the server. Check that the user exists there and can log in.`,
    aborted || !(error instanceof TargetError) ? `${COMMAND} did not end in time` : error.message,
  );
}

function refused({ audit }: NodeParts, tester: Tester, entry: Entry, login: string, error: string): void {
  const ends = { 'addr.local': nodeOf(entry).addr, 'addr.remote': tester.remoteAddr };
  audit.refuse('auth', { ...ends, code: 'T3007W', success: false, user: tester.caller.user.name, login, error });
}

/** The audit log contains the command like any other. It is too short for a recording. */
async function recorded(
  { audit, recordings, now, report }: NodeParts,
  { caller, remoteAddr }: Tester,
  entry: Entry,
  login: string,
  { status = 255, output }: CommandResult,
): Promise<void> {
  const recorder = await SessionRecorder.open(
    { audit, recordings, recorded: () => false, clock: { ...systemClock, now }, report },
    { sid: randomUUID(), user: caller.user.name, login, remoteAddr, node: nodeOf(entry), command: COMMAND },
    { pressure: () => undefined, failed: () => undefined },
  );
  recorder.started();
  recorder.executed(status, status === 0 ? undefined : `exit status ${status}`, output.length);
}
