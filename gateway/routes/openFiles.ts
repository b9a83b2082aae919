// Whether a caller may transfer files of a login, and access to the files (http-resources §16).
import { parseJson } from '../../src/lib/json.ts';
import { MFA_FOR_TRANSFER } from '../../src/wire/terminal/fileTransfer.ts';
import type { Gateway } from '../gateway.ts';
import { JsonObject } from '../http/body.ts';
import { ApiFailure, denied } from '../http/failures.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import { lockSubject, type Caller } from '../identity/caller.ts';
import { lockInForce } from '../locks/refusals.ts';
import { routeTo } from '../ssh/sshTarget.ts';
import { failureLog } from '../terminal/failureLog.ts';
import { resolveServer, type ResolvedServer } from '../terminal/resolveServer.ts';
import { asksKey, judgeLogin, lockedNode } from '../terminal/nodeAccess.ts';
import { connectOf, nodeAsked, requireUnlisted } from '../terminal/shellRequest.ts';
import { TargetError, type TargetNode } from '../terminal/target.ts';
import { accountFiles } from '../transfer/accountFiles.ts';
import type { DraftLocation } from '../transfer/Drafts.ts';
import { FileLog } from '../transfer/FileLog.ts';
import { approvedRequest, requireApproval, toFileRequest, type ApprovedRequest } from '../transfer/moderated.ts';
import { FileError, type RemoteFiles } from '../transfer/remoteFiles.ts';
import type { SignedInCall } from './api.ts';

export type TransferParts = Pick<
  Gateway,
  | 'settings'
  | 'ssh'
  | 'stores'
  | 'credentials'
  | 'locks'
  | 'watch'
  | 'openCalls'
  | 'fileConnections'
  | 'audit'
  | 'config'
  | 'hostId'
  | 'terminals'
  | 'drafts'
>;

export type OpenedFiles = {
  files: RemoteFiles;
  log: FileLog;
  location: DraftLocation;
  /** Aborts once the caller may not continue. */
  signal: AbortSignal;
  /** Call it at the end in every case. */
  close: () => void;
};

const COPYING_DENIED = 'file copying via SCP or SFTP is not permitted\n';

export const approvalOf = ({ query }: SignedInCall) =>
  approvedRequest(query('moderatedSessionId'), query('fileTransferRequestId'));

/** Checks the caller and opens the files. `approved`: the approved request, which is for one transfer only. */
export async function openFiles(
  parts: TransferParts,
  call: SignedInCall,
  approved: ApprovedRequest | undefined,
): Promise<OpenedFiles> {
  const { settings, config, ssh, hostId, audit, locks, terminals, watch, openCalls, fileConnections } = parts;
  const { caller, param, request } = call;
  const login = param('login');
  const server = serverOf(parts, call);
  const report = failureLog(request.log, 'file transfer');
  const node = await reached(() => nodeAsked(server, config.get().ssh), report);
  const requireUnlocked = (device: string | undefined) => {
    const lock = locks.inForce({ ...lockSubject(caller), ...lockedNode(node, login), mfaDevice: device });
    if (lock) throw lockInForce(lock);
  };
  requireUnlocked(undefined);
  const device = await judgeFactor(parts, call, node);
  requireUnlocked(device);
  const { access, user } = caller;
  const remoteAddr = remoteAddressOf(request);
  const verdict = judgeLogin(access, node, login);
  if (!verdict.ok) {
    const ends = { 'addr.local': node.addr, 'addr.remote': remoteAddr };
    audit.refuse('auth', { ...ends, user: user.name, login, code: 'T3007W', success: false, error: verdict.message });
    throw denied(`access denied to ${login} connecting to ${server.requested.hostname}:${server.requested.port}`);
  }
  await reached(() => requireUnlisted(server), report);
  if (!access.options().sshFileCopy) throw new ApiFailure(500, COPYING_DENIED);
  const fileRequest = toFileRequest(request.method, call.query('location'), call.query('filename'));
  const use = { user: user.name, login, nodeId: node.id, request: fileRequest };
  requireApproval(terminals, approved, use, access.isModerated('ssh'));
  const refusalOf = ({ user: { name }, session }: Caller, mfaDevice?: string) =>
    watch.loginRefusal({ user: name, mfaDevice, signInDevice: session.mfaDevice }, { login, node });
  const { signal, close } = openCalls.open(caller, (now) => {
    const lost = now.access.options().sshFileCopy ? undefined : COPYING_DENIED;
    return refusalOf(now, device) ?? lost;
  });
  try {
    const here = { dataDir: settings.dataDir, ownAccount: config.get().node?.ownAccount ?? false };
    const wantedConnection = () => ({
      caller,
      route: routeTo(node, { login, purpose: `files of ${user.name}` }, connectOf(server), ssh()),
      recheck: (now: Caller) => refusalOf(now),
    });
    const files = await reached(
      () => (node.id === hostId ? accountFiles(login, here) : fileConnections.take(wantedConnection())),
      report,
    );
    const home = await files.realPath('.').catch(() => '');
    const log = new FileLog(audit, { user: user.name, login, remoteAddr, node }, home, report);
    const over = () => {
      files.close();
      close();
    };
    return { files, log, location: { serverId: node.id, login }, signal, close: over };
  } catch (error) {
    close();
    throw error;
  }
}

/** A server that the roles hide is refused and not reported as missing, like in the reference. */
function serverOf({ stores, config }: TransferParts, { caller, param }: SignedInCall): ResolvedServer {
  const text = param('server');
  const entry = stores.inventory.find('node', text.toLowerCase());
  if (entry) return { kind: 'found', requested: { id: entry.key, hostname: text, port: 0 }, entry };
  try {
    return resolveServer(stores.inventory, caller.access, text, config.get().ssh.anyHost);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    const why = `failed to dial target host\n\tunable to locate node matching UUID-like target ${text}`;
    throw new ApiFailure(504, `failed connecting to host ${text}:0: ${why}`);
  }
}

/**
 * Roles may require a second factor for each transfer. A given one is always checked (http-auth §11.1). Returns its id.
 */
async function judgeFactor(
  { credentials }: TransferParts,
  { caller, param, query }: SignedInCall,
  node: TargetNode,
): Promise<string | undefined> {
  const text = query('webauthn');
  const answer = text === '' ? undefined : keyAnswer(text);
  if (!answer && asksKey(caller.access, node, param('login'))) throw denied(MFA_FOR_TRANSFER);
  if (!answer) return undefined;
  const verdict = await credentials.assertion(caller.user.name, answer);
  if (!verdict.ok) throw denied(`MFA response validation failed: ${verdict.reason}`);
  return verdict.device.id;
}

/** The answer as a JSON object. */
function keyAnswer(text: string): JsonObject | undefined {
  const parsed = parseJson(text);
  if (parsed === undefined) throw new ApiFailure(500, 'unexpected end of JSON input');
  return JsonObject.from(parsed, 'webauthn').object('webauthnAssertionResponse');
}

/** A machine that cannot be reached gives 504, a machine that refuses files to this login 500. */
async function reached<T>(work: () => T | Promise<T>, report: (error: TargetError) => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TargetError) {
      report(error);
      throw new ApiFailure(504, error.message);
    }
    if (error instanceof FileError) throw new ApiFailure(500, error.message);
    throw error;
  }
}
