import type { ServerBehaviour } from '../../../api/serverBehaviour.ts';
import type { ServerAccount } from '../../../api/transfers.ts';
import type { ValueStore } from '../../../lib/valueStore.ts';
import type { RemoteFolder } from '../../../wire/terminal/remoteFiles.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { Folders } from './planUploads.ts';
import { asFolder, HOME } from './remotePaths.ts';

export type FolderPorts = {
  behaviour: Pick<ServerBehaviour, 'listsFolders' | 'sendsFolders'>;
  /** Undefined if the folder does not exist, or if the server does not list folders. */
  listFolder: (account: ServerAccount, path: string) => Promise<RemoteFolder | undefined>;
  makeFolder: (account: ServerAccount, path: string) => Promise<void>;
};

/** The folders on the server of a session. */
export class ServerFolders {
  #metadata: Pick<ValueStore<SessionMetadata | undefined>, 'get'>;
  #ports: FolderPorts;
  #listing: { serverId: string; answer: Promise<boolean> } | undefined;

  constructor(metadata: Pick<ValueStore<SessionMetadata | undefined>, 'get'>, ports: FolderPorts) {
    this.#metadata = metadata;
    this.#ports = ports;
  }

  get account(): ServerAccount {
    const { clusterId = '', serverId = '', login = '' } = this.#metadata.get() ?? {};
    return { clusterId, serverId, login };
  }

  /** Whether this server lists folders. Users who need approval for files cannot list folders alone either. */
  canList(): Promise<boolean> {
    if (!this.#ports.behaviour.listsFolders || this.#metadata.get()?.moderated) return Promise.resolve(false);
    const { account } = this;
    if (this.#listing?.serverId !== account.serverId) {
      // If the home directory cannot be listed, no folders are listed.
      const answer = this.#ports.listFolder(account, HOME).then(
        (folder) => folder !== undefined,
        () => false,
      );
      this.#listing = { serverId: account.serverId, answer };
    }
    return this.#listing.answer;
  }

  /** Whether a folder can be downloaded as a whole. */
  get areSent(): boolean {
    return this.#ports.behaviour.sendsFolders;
  }

  /** Lists a folder for completion. */
  async look(folder: string): Promise<RemoteFolder | undefined> {
    if (!(await this.canList())) return undefined;
    return this.#ports.listFolder(this.account, asFolder(folder) || HOME).catch(() => undefined);
  }

  /** The folders for planning uploads. Undefined if the server does not list folders. */
  async known(): Promise<Folders | undefined> {
    const { account } = this;
    if (!(await this.canList())) return undefined;
    return {
      list: (path) => this.#ports.listFolder(account, path),
      make: (path) => this.#ports.makeFolder(account, path),
    };
  }
}
