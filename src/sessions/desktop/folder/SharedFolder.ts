import { errorMessage } from '../../../lib/errorMessage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import { ANSWER } from '../../../wire/desktop/directoryMessages.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { answerRequest, isFolderRequest } from './folderAnswers.ts';

declare global {
  interface Window {
    /** Chromium only. */
    showDirectoryPicker: (options: { mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;
  }
}

type Options = {
  /** Asks the user for a folder with read and write access. Undefined if the browser cannot. */
  pickFolder: (() => Promise<FileSystemDirectoryHandle>) | undefined;
  /** The user's roles allow it. */
  isAllowed: boolean;
  hasExtensions: boolean;
  send: (message: DesktopMessage) => void;
  warn: (text: string) => void;
};

/** The only directory of a session. 1 is a device of the desktop service (streams §5.10). */
const DIRECTORY = 2;

function reasonAgainst({ isAllowed, hasExtensions, pickFolder }: Options): string | undefined {
  if (hasExtensions) return 'This gateway cannot share a folder with VNC and RDP desktops';
  if (!isAllowed) return 'Your roles do not allow a shared folder';
  return pickFolder ? undefined : 'This browser cannot share a folder. Use a Chromium browser';
}

/** A folder of the user's machine as a drive of the desktop. */
export class SharedFolder {
  /** Undefined: no folder is shared. */
  readonly name = new ValueStore<string | undefined>(undefined);
  /** The reason why no folder can be shared. */
  readonly off: string | undefined;
  #options: Options;
  #root: FileSystemDirectoryHandle | undefined;
  /** Serializes requests: a server may send a write right after its create. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.off = reasonAgainst(options);
  }

  /** Call it in a click handler, once the session is open. */
  async share(): Promise<void> {
    const { pickFolder, send, warn } = this.#options;
    if (!pickFolder || this.off !== undefined) return;
    try {
      const root = await pickFolder();
      this.#root = root;
      this.name.set(root.name);
      send({ kind: 'directoryAnnounce', unused: 0, directory: DIRECTORY, name: root.name });
    } catch (error) {
      if (!isAbort(error)) warn(`The folder was not shared: ${errorMessage(error)}.`);
    }
  }

  receive(message: DesktopMessage): void {
    if (message.kind === 'directoryAcknowledge' && message.answer !== ANSWER.ok) {
      this.reset();
      this.#options.warn('The desktop did not accept the shared folder. Reconnect and share it again.');
    }
    const root = this.#root;
    if (!root || !isFolderRequest(message)) return;
    this.#last = this.#last.then(async () => {
      const { message: answer, problem } = await answerRequest(root, message);
      if (this.#root !== root) return;
      this.#options.send(answer);
      if (problem !== undefined) this.#options.warn(problem);
    });
  }

  /** The session has ended. */
  reset(): void {
    this.#root = undefined;
    this.name.set(undefined);
  }
}
