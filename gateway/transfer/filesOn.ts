import type { SshConnect } from '../config/settings.ts';
import { connectOver, openOver } from '../ssh/connection.ts';
import type { SshDialing } from '../ssh/route.ts';
import { openSftp } from '../ssh/sftp.ts';
import { routeTo } from '../ssh/sshTarget.ts';
import type { TargetNode } from '../terminal/target.ts';
import { accountFiles, type LocalFiles } from './accountFiles.ts';
import type { RemoteFiles } from './remoteFiles.ts';

type FilesRoute = { hostId: string; here: LocalFiles; connect: SshConnect; defaults: SshDialing; signal?: AbortSignal };

/**
 * Files of a login, on this machine or over SFTP. Rejects with a TargetError if the machine cannot be reached, with a
 * FileError if it refuses files to this login.
 */
export const filesOn = async (
  node: TargetNode,
  login: string,
  { hostId, here, connect, defaults, signal }: FilesRoute,
): Promise<RemoteFiles> =>
  node.id === hostId
    ? accountFiles(login, here)
    : openOver(
        await connectOver(routeTo(node, { login, purpose: 'files' }, connect, defaults), signal),
        signal,
        openSftp,
      );
