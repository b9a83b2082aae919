// File transfer (http-resources §16).
import { posix } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { ApiFailure, badRequest } from '../http/failures.ts';
import { widenWindow } from '../http/http2Session.ts';
import { hungUp } from '../http/hungUp.ts';
import { limitForUsers } from '../http/limitForUsers.ts';
import { openArchive } from '../transfer/archive.ts';
import { download } from '../transfer/download.ts';
import { listFolder, makeFolder } from '../transfer/folders.ts';
import { upload } from '../transfer/upload.ts';
import { OK, type Api, type SignedInCall } from './api.ts';
import { approvalOf, openFiles, type OpenedFiles, type TransferParts } from './openFiles.ts';

/** Each walk occupies a thread of the gateway, and all users share few of them. */
const WALKS_OF_USER_MAX = 32;
const MANY_WALKS = `The gateway reads ${WALKS_OF_USER_MAX} folders for you, which is the most. Try again later.`;

/** Opens files to walk a folder. Throws 429 if the user has too many walks. */
type OpenWalk = (call: SignedInCall, approved?: ReturnType<typeof approvalOf>) => Promise<OpenedFiles>;

export function transferRoutes(api: Api, parts: TransferParts): void {
  const beginWalk = limitForUsers(WALKS_OF_USER_MAX, MANY_WALKS);
  const openWalk: OpenWalk = async (call, approved) => {
    const end = beginWalk(call.caller.user.name);
    try {
      const opened = await openFiles(parts, call, approved);
      const close = () => {
        end();
        opened.close();
      };
      return { ...opened, close };
    } catch (error) {
      end();
      throw error;
    }
  };
  folderRoutes(api, parts, openWalk);
  archiveRoute(api, openWalk);
  const path = 'sites/:site/nodes/:server/:login/scp';

  api.on('GET', path, 'session+site', async (call) => {
    const { reply, query } = call;
    if (query('location') === '') throw badRequest('source path is empty');
    if (query('filename') === '') throw badRequest('destination path is empty');
    const { files, log, signal, close } = await openFiles(parts, call, approvalOf(call));
    const left = hungUp(reply);
    try {
      const { stream, sizeBytes } = await download(files, query('location'), log, AbortSignal.any([signal, left]));
      stream.on('close', close);
      if (sizeBytes !== undefined) reply.header('content-length', sizeBytes);
      return await reply
        .header('content-type', 'application/octet-stream')
        .header('content-disposition', attachment(posix.basename(query('filename'))))
        .send(stream);
    } catch (error) {
      close();
      if (signal.aborted) throw signal.reason;
      throw left.aborted ? badRequest('the download was interrupted') : error;
    }
  });

  api.on('POST', path, 'session+site', async (call) => {
    const { request, query } = call;
    const [location, filename] = [query('location'), query('filename')];
    if (filename === '') throw badRequest('source path is empty');
    if (location === '') throw badRequest('destination path is empty');
    if (request.headers['content-length'] === undefined)
      throw new ApiFailure(500, 'an upload must have a Content-Length header');
    const { files, log, location: draftLocation, signal, close } = await openFiles(parts, call, approvalOf(call));
    widenWindow(request.raw);
    try {
      await parts.drafts.clear(draftLocation, files);
      const note = (draft: string) => parts.drafts.note(draftLocation, draft);
      const refusesExisting = query('replace') === 'no';
      await upload(files, { location, filename, body: request.raw, refusesExisting, signal }, log, note);
    } catch (error) {
      if (!signal.aborted) throw error;
      call.reply.header('connection', 'close'); // a caller who may not continue is disconnected at once
      throw signal.reason;
    } finally {
      close();
    }
    return undefined;
  });
}

/**
 * A folder with its content as a tar archive. A cluster has no such call. If others must approve each transfer, they
 * have approved a path with a trailing slash, which marks a folder.
 */
function archiveRoute(api: Api, openWalk: OpenWalk): void {
  api.on('GET', 'sites/:site/nodes/:server/:login/archive', 'session+site', async (call) => {
    const location = call.query('location');
    if (!location.endsWith('/')) throw badRequest('the path of the folder must end with a slash');
    const { files, log, signal, close } = await openWalk(call, approvalOf(call));
    try {
      const { stream, name } = await openArchive(files, location, log);
      stream.on('close', close);
      addAbortSignal(signal, stream);
      return await call.reply
        .header('content-type', 'application/x-tar')
        .header('content-disposition', attachment(name))
        .send(stream);
    } catch (error) {
      close();
      throw error;
    }
  });
}

/**
 * Extensions: listing and creating folders. A console recognizes a cluster by its 404. Users who may transfer files may
 * use them, except if others must approve each transfer.
 */
function folderRoutes(api: Api, parts: TransferParts, openWalk: OpenWalk): void {
  const path = 'sites/:site/nodes/:server/:login/files';

  api.on('GET', path, 'session+site', async (call) => {
    const { files, signal, close } = await openWalk(call);
    try {
      const list = await listFolder(files, call.query('path'));
      signal.throwIfAborted();
      return list;
    } finally {
      close();
    }
  });

  api.on('POST', path, 'session+site', async (call) => {
    const folder = (await call.body()).text('path');
    const { files, log, close } = await openFiles(parts, call, undefined);
    try {
      await makeFolder(files, folder, log);
    } finally {
      close();
    }
    return OK;
  });
}

const attachment = (name: string): string => `attachment;filename="${queryEscaped(name)}"`;

/**
 * The escaping of a query: a space becomes a plus, and all characters except letters, digits and `-_.~` are escaped.
 */
const queryEscaped = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
