// File transfer (http-resources §16).
import { posix } from 'node:path';
import { parseJson } from '../../src/lib/json.ts';
import { MFA_FOR_TRANSFER } from '../../src/wire/terminal/fileTransfer.ts';
import type { Gateway } from '../gateway.ts';
import { JsonObject } from '../http/body.ts';
import { ApiFailure, badRequest, denied } from '../http/failures.ts';
import { lockSubject } from '../identity/caller.ts';
import { lockInForce } from '../locks/refusals.ts';
import { logTrouble } from '../terminal/logTrouble.ts';
import { resolveServer, type ResolvedServer } from '../terminal/resolveServer.ts';
import { connectOf, nodeAsked } from '../terminal/shellRequest.ts';
import { TargetError, type TargetNode } from '../terminal/target.ts';
import { download } from '../transfer/download.ts';
import type { DraftPlace } from '../transfer/Drafts.ts';
import { FileLog } from '../transfer/FileLog.ts';
import { filesOn } from '../transfer/filesOn.ts';
import { approvedRequest, requireApproval, toFileRequest } from '../transfer/moderated.ts';
import { FileError, type RemoteFiles } from '../transfer/remoteFiles.ts';
import { listFolder, makeFolder } from '../transfer/folders.ts';
import { upload } from '../transfer/upload.ts';
import { OK, type Api, type SignedInCall } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'credentials' | 'locks' | 'audit' | 'config' | 'hostId' | 'terminals' | 'drafts'>;

export function transferRoutes(api: Api, parts: Parts): void {
  folderRoutes(api, parts);
  const path = 'sites/:site/nodes/:server/:login/scp';

  api.on('GET', path, 'session+site', async (call) => {
    const { reply, query } = call;
    if (query('location') === '') throw badRequest('source path is empty');
    if (query('filename') === '') throw badRequest('destination path is empty');
    const { files, log } = await open(parts, call);
    try {
      const { stream, sizeBytes } = await download(files, query('location'), log);
      stream.on('close', () => files.close());
      return await reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', sizeBytes)
        .header('content-disposition', `attachment;filename="${queryEscaped(posix.basename(query('filename')))}"`)
        .send(stream);
    } catch (error) {
      files.close();
      throw error;
    }
  });

  api.on('POST', path, 'session+site', async (call) => {
    const { request, query } = call;
    const [location, filename] = [query('location'), query('filename')];
    if (filename === '') throw badRequest('source path is empty');
    if (location === '') throw badRequest('destination path is empty');
    if (request.headers['content-length'] === undefined)
      throw new ApiFailure(500, 'an upload has to say its length in Content-Length');
    const { files, log, place } = await open(parts, call);
    try {
      await parts.drafts.clear(place, files);
      const note = (draft: string) => parts.drafts.note(place, draft);
      await upload(files, { location, filename, body: request.raw }, log, note);
    } finally {
      files.close();
    }
    return undefined;
  });
}

/**
 * What a cluster has no call for: what is in a folder, and making one. A console finds out by the 404 of a cluster.
 * Whoever may move files may; where others have to approve each, nobody.
 */
function folderRoutes(api: Api, parts: Parts): void {
  const path = 'sites/:site/nodes/:server/:login/files';

  api.on('GET', path, 'session+site', async (call) => {
    const { files } = await open(parts, call);
    try {
      return await listFolder(files, call.query('path'));
    } finally {
      files.close();
    }
  });

  api.on('POST', path, 'session+site', async (call) => {
    const folder = (await call.body()).text('path');
    const { files, log } = await open(parts, call);
    try {
      await makeFolder(files, folder, log);
    } finally {
      files.close();
    }
    return OK;
  });
}

type Opened = { files: RemoteFiles; log: FileLog; place: DraftPlace };

/** Whether the caller may, and the files if so. */
async function open(parts: Parts, call: SignedInCall): Promise<Opened> {
  const { config, hostId, audit, locks, terminals } = parts;
  const { caller, param, request } = call;
  const login = param('login');
  const approved = approvedRequest(call.query('moderatedSessionId'), call.query('fileTransferRequestId'));
  const server = serverOf(parts, call);
  const trouble = logTrouble(request.log, 'file transfer');
  const node = await reached(() => nodeAsked(server, config.get().ssh), trouble);
  const lock = locks.inForce({ ...lockSubject(caller), login, serverId: node.id });
  if (lock) throw lockInForce(lock);
  await judgeFactor(parts, call, node);
  const { access, user } = caller;
  const remoteAddr = `${request.ip}:${request.socket.remotePort ?? 0}`;
  const verdict = access.resource('node', node.labels, { login });
  if (!verdict.ok) {
    const ends = { 'addr.local': node.addr, 'addr.remote': remoteAddr };
    audit.emit('auth', { ...ends, user: user.name, login, code: 'T3007W', success: false, error: verdict.message });
    throw denied(`access denied to ${login} connecting to ${server.asked.hostname}:${server.asked.port}`);
  }
  if (!access.options().sshFileCopy) throw new ApiFailure(500, 'file copying via SCP or SFTP is not permitted\n');
  const wanted = toFileRequest(request.method, call.query('location'), call.query('filename'));
  const use = { user: user.name, login, nodeId: node.id, request: wanted };
  requireApproval(terminals, approved, use, access.isModerated('ssh'));
  const way = { hostId, connect: connectOf(server), defaults: config.get().ssh };
  const files = await reached(() => filesOn(node, login, way), trouble);
  const home = await files.realPath('.').catch(() => '');
  const log = new FileLog(audit, { user: user.name, login, remoteAddr, node }, home);
  return { files, log, place: { serverId: node.id, login } };
}

/** A server that the roles hide is there, and refused: so says the reference. */
function serverOf({ stores }: Parts, { caller, param }: SignedInCall): ResolvedServer {
  const text = param('server');
  const entry = stores.inventory.find('node', text.toLowerCase());
  if (entry) return { kind: 'found', asked: { id: entry.key, hostname: text, port: 0 }, entry };
  try {
    return resolveServer(stores.inventory, caller.access, text);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    const why = `failed to dial target host\n\tunable to locate node matching UUID-like target ${text}`;
    throw new ApiFailure(504, `failed connecting to host ${text}:0: ${why}`);
  }
}

/** A second factor may be asked for each transfer; one that is given is judged in any case (http-auth §11.1). */
async function judgeFactor({ credentials }: Parts, { caller, param, query }: SignedInCall, node: TargetNode) {
  const text = query('webauthn');
  const answer = text === '' ? undefined : keyAnswer(text);
  if (!answer && caller.access.requiresSessionMfa('node', node.labels, { login: param('login') }))
    throw denied(MFA_FOR_TRANSFER);
  if (!answer) return;
  const verdict = await credentials.assertion(caller.user.name, answer);
  if (!verdict.ok) throw denied(`MFA response validation failed: ${verdict.reason}`);
}

/** JSON of the answer, in an object of its own. */
function keyAnswer(text: string): JsonObject | undefined {
  const parsed = parseJson(text);
  if (parsed === undefined) throw new ApiFailure(500, 'unexpected end of JSON input');
  return JsonObject.from(parsed, 'webauthn').object('webauthnAssertionResponse');
}

/** A machine that cannot be reached is 504, one that gives this login no files 500. */
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

/** As a query escapes a text: a blank is a plus, and nothing but letters, digits and `-_.~` stays as it is. */
const queryEscaped = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
