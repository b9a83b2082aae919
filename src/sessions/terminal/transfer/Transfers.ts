import { isApiError } from '../../../api/errors.ts';
import type { RemoteFile } from '../../../api/transfers.ts';
import { Disposables } from '../../../lib/disposables.ts';
import { ValueStore, type Emitter } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import type { FileDecision, FileRequest } from '../../../wire/terminal/fileTransfer.ts';
import type { SessionEvent } from '../../../wire/terminal/frames.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { SessionState } from '../session/sessionState.ts';
import type { AskedRequests } from './AskedRequests.ts';
import { reasonOf, Stopped } from './failureMessages.ts';
import { FileRequests, isFileEvent } from './FileRequests.ts';
import { move, type MovePorts } from './move.ts';
import { PendingApprovals } from './PendingApprovals.ts';
import type { PickedFile } from './pickedFiles.ts';
import { planUploads, withoutCheck } from './planUploads.ts';
import { folderOf, freeName, nameOf } from './remotePaths.ts';
import { ServerFolders, type FolderPorts } from './ServerFolders.ts';
import {
  isFailed,
  isPending,
  isRunning,
  remotePath,
  type Answer,
  type Transfer,
  type TransferState,
  type TransferRequest,
  type UploadRequest,
} from './transferItem.ts';
import { parsePodAddress } from '../../../wire/terminal/podAddress.ts';

/** The session's properties that transfers use. */
export type TransferSession = {
  metadata: Pick<ValueStore<SessionMetadata | undefined>, 'get'>;
  state: Pick<ValueStore<SessionState>, 'get' | 'subscribe'>;
  events: Pick<Emitter<SessionEvent>, 'subscribe'>;
  readonly secondFactor: { readonly wasAsked: boolean };
  requestFile(request: FileRequest): void;
  decideFile(decision: FileDecision): void;
};

export type TransferPorts = MovePorts & FolderPorts & { askedRequests: AskedRequests };

const NOTHING_DONE = { doneBytes: 0, sizeBytes: undefined };

/** Files of one session, to and from its server: the requests and their results. Does not use React. */
export class Transfers {
  readonly list = new ValueStore<readonly Transfer[]>([]);
  readonly requests = new FileRequests();
  readonly folders: ServerFolders;
  /** An error that belongs to no listed transfer. */
  readonly problem = new ValueStore<string | undefined>(undefined);
  #session: TransferSession;
  #ports: TransferPorts;
  #lastId = 0;
  /** Files of unfinished uploads. */
  #contents = new Map<number, File>();
  #runs = new Map<number, AbortController>();
  #approvals: PendingApprovals;
  #undo = new Disposables();

  constructor(session: TransferSession, ports: TransferPorts) {
    this.#session = session;
    this.#ports = ports;
    this.folders = new ServerFolders(session.metadata, ports);
    const approvals = (this.#approvals = new PendingApprovals({
      session,
      requests: this.requests,
      requestIds: ports.askedRequests,
      clock: ports.clock,
      list: () => this.list.get(),
      add: (request) => this.#enter([{ request }])[0],
      set: (id, state) => this.#set(id, state),
      start: (id, { requestId, approvers }) => {
        this.#patch(id, { approvers });
        this.#start(id, { sid: session.metadata.get()?.id ?? '', requestId });
      },
      report: (text) => this.problem.set(text),
    }));
    this.#undo.add(
      session.events.subscribe((event) => {
        if (isFileEvent(event)) approvals.hear(event);
      }),
    );
    this.#undo.add(session.state.subscribe(() => approvals.follow(session.state.get())));
    this.#undo.add(this.list.subscribe(() => approvals.askNext()));
    this.#undo.add(() => approvals.dispose());
  }

  /** The reason why transfers are disabled now. Undefined if they are enabled. */
  off(self: string | undefined): string | undefined {
    const metadata = this.#session.metadata.get();
    if (this.#session.state.get().kind !== 'live' || !metadata) return 'Transfers need a connected session';
    if (parsePodAddress(metadata.serverId)) return 'Containers have no file transfer';
    const isOwn = self === undefined || metadata.owner === '' || metadata.owner === self;
    return metadata.moderated && !isOwn
      ? `Only ${metadata.owner}, who started this session, can request files`
      : undefined;
  }

  /** Each transfer requires a key, and listing folders should not require one. */
  get isChallenged(): boolean {
    return this.#session.secondFactor.wasAsked;
  }

  /** No file is replaced without a question, also where folders cannot be listed or participants approve the upload. */
  get keepsFiles(): boolean {
    return this.#ports.behaviour.keepsFiles && !this.#session.metadata.get()?.moderated;
  }

  download(path: string): void {
    this.#add([{ request: { direction: 'download', path } }]);
  }

  /** Uploads all files below `folder`, with their own folders. */
  upload(files: readonly PickedFile[], folder: string): void {
    this.#add(
      files.map(({ file, name }) => ({
        request: {
          ...{ direction: 'upload', folder, name, isFolder: file === undefined },
          ...{ sizeBytes: file?.size ?? 0, changedAtMs: file?.lastModified ?? 0 },
        },
        content: file,
      })),
    );
  }

  /** The answer about an existing name. `forAll`: for all transfers that ask now. */
  answer(id: number, answer: Answer, forAll = false): void {
    for (const transfer of this.list.get().toReversed()) {
      if (transfer.state.kind !== 'needsAnswer' || (transfer.id !== id && !forAll)) continue;
      const { request, state } = transfer;
      if (answer === 'skip') this.remove(transfer.id);
      else if (answer === 'rename' && request.direction === 'upload') {
        const name = folderOf(request.name) + state.conflict.freeName;
        this.#patch(transfer.id, { request: { ...request, name } });
        this.#start(transfer.id);
      } else if (state.conflict.kind !== 'directory' && !isFolder(request)) {
        this.#patch(transfer.id, { replaces: true });
        this.#start(transfer.id);
      }
    }
  }

  /** The folders exist now or are to be created, or the user no longer wants the files. */
  answerFolders(areWanted: boolean): void {
    const without: Transfer[] = [];
    for (const transfer of this.list.get().toReversed()) {
      const { id, state, request } = transfer;
      if (state.kind !== 'needsFolders') continue;
      if (!areWanted) this.remove(id);
      else if (state.canCreate && request.direction === 'upload')
        without.push({ ...transfer, request: { ...request, createsFolder: true } });
      else if (isFolder(request)) this.#set(id, { kind: 'done', sizeBytes: 0, atMs: this.#ports.clock.now() });
      else this.#start(id);
    }
    this.#begin(without);
  }

  /** Restarts a failed or cancelled transfer from the beginning. */
  retry(id: number): void {
    const transfer = this.#get(id);
    if (transfer?.state.kind === 'failed' || transfer?.state.kind === 'cancelled') this.#begin([transfer]);
  }

  /** Restarts all failed transfers, in the order of their requests. */
  retryAll(): void {
    this.#begin(this.list.get().filter(isFailed).toReversed());
  }

  /** Stops a running transfer, or withdraws its request. */
  cancel(id: number): void {
    const transfer = this.#get(id);
    if (!transfer || !isPending(transfer)) return;
    if (transfer.state.kind === 'running') this.#runs.get(id)?.abort(new Stopped('person'));
    else if (transfer.state.kind === 'requested') {
      // Without an id there is nothing to deny yet: it can be withdrawn later, where it appears among the requests.
      if (transfer.state.requestId !== undefined) this.#approvals.withdraw(transfer.state.requestId);
      this.remove(id);
    } else this.#endWaiting([transfer], { kind: 'cancelled', ...NOTHING_DONE });
  }

  cancelAll(): void {
    const waiting = ({ state: { kind } }: Transfer) => kind !== 'running' && kind !== 'requested';
    this.#endWaiting(this.list.get().filter(isPending).filter(waiting), { kind: 'cancelled', ...NOTHING_DONE });
    for (const { id } of this.list.get().filter(isPending)) this.cancel(id);
  }

  remove(id: number): void {
    this.#runs.get(id)?.abort(new Stopped('person'));
    this.clear((transfer) => transfer.id === id);
  }

  /** Removes rows of finished transfers. */
  clear(isCleared: (transfer: Transfer) => boolean): void {
    for (const transfer of this.list.get()) if (isCleared(transfer)) this.#contents.delete(transfer.id);
    this.list.set(this.list.get().filter((transfer) => !isCleared(transfer)));
  }

  /** Answers a request of a moderated session, once. */
  decide(requestId: string, approved: boolean): void {
    this.#approvals.decide(requestId, approved);
  }

  /** The number of transfers that closing the pane would cancel. */
  pendingCount(): number {
    return this.list.get().filter(isPending).length;
  }

  dispose(): void {
    this.#undo.dispose();
    for (const run of this.#runs.values()) run.abort(new Stopped('person'));
    this.#contents.clear();
  }

  #get = (id: number): Transfer | undefined => this.list.get().find((transfer) => transfer.id === id);

  #patch = (id: number, change: Partial<Transfer>): void => this.#patchAll(new Map([[id, change]]));

  /** For many at once, since each change copies the list. */
  #patchAll(changes: ReadonlyMap<number, Partial<Transfer>>): void {
    this.list.set(this.list.get().map((item) => (changes.has(item.id) ? { ...item, ...changes.get(item.id) } : item)));
  }

  #set(id: number, state: TransferState): void {
    if (state.kind === 'done' || state.kind === 'denied') this.#contents.delete(id);
    this.#patch(id, { state });
  }

  #add(requests: readonly { request: TransferRequest; content?: File | undefined }[]): void {
    this.#begin(this.#enter(requests));
  }

  #enter(requests: readonly { request: TransferRequest; content?: File | undefined }[]): Transfer[] {
    const added = requests.map(({ request, content }): Transfer => {
      const id = ++this.#lastId;
      if (content) this.#contents.set(id, content);
      return { id, request, state: { kind: 'waits' }, approvers: [], replaces: false };
    });
    this.list.set([...added.toReversed(), ...this.list.get()]);
    return added;
  }

  /** Requests approval in a moderated session, or checks for existing files on the server. */
  #begin(transfers: readonly Transfer[]): void {
    this.problem.set(undefined);
    if (this.#session.metadata.get()?.moderated) return transfers.forEach((transfer) => this.#request(transfer));
    const uploads = transfers.flatMap(({ id, request, replaces }) =>
      request.direction === 'upload' && !replaces ? [{ id, request }] : [],
    );
    const lookedAt = new Set(uploads.map(({ id }) => id));
    this.#patchAll(new Map(uploads.map(({ id }) => [id, { state: { kind: 'checking' } }])));
    for (const { id } of transfers) if (!lookedAt.has(id)) this.#start(id);
    if (uploads.length > 0) void this.#plan(uploads);
  }

  async #plan(uploads: readonly { id: number; request: UploadRequest }[]): Promise<void> {
    const uploadIds = new Set(uploads.map(({ id }) => id));
    const others = this.list.get().filter((transfer) => isRunning(transfer) && !uploadIds.has(transfer.id));
    const usedPaths = new Set(
      others.flatMap(({ request }) => (request.direction === 'upload' ? [remotePath(request)] : [])),
    );
    const plans = await planUploads(
      uploads.map(({ request }) => request),
      await this.folders.known(),
      (path) => usedPaths.has(path),
    );
    const states = new Map(this.list.get().map(({ id, state }) => [id, state.kind]));
    const planned = uploads.flatMap(({ id }, i) => {
      const state = plans[i];
      return state && states.get(id) === 'checking' ? [{ id, state }] : [];
    });
    this.#patchAll(new Map(planned.map(({ id, state }) => [id, { state }])));
    for (const { id, state } of planned) if (state.kind === 'waits') this.#start(id);
  }

  #start(id: number, approval?: RemoteFile['approval']): void {
    const transfer = this.#get(id);
    if (!transfer) return;
    const run = new AbortController();
    this.#runs.set(id, run);
    if (transfer.state.kind !== 'waits') this.#set(id, { kind: 'waits' });
    const { signal } = run;
    const set = (state: TransferState) => {
      if (this.#runs.get(id) === run) this.#set(id, state);
    };
    const job = {
      account: this.folders.account,
      request: transfer.request,
      content: this.#contents.get(id),
      approval,
      refusesExisting: this.#refusesExisting(transfer),
      isChallenged: this.isChallenged,
    };
    void move(this.#ports, job, { signal, set, notProved: this.#notProved })
      .catch((error: unknown) => this.#fail(id, run, error))
      .finally(() => {
        if (this.#runs.get(id) === run) this.#runs.delete(id);
      });
  }

  /** The user has not agreed to replace an existing file. */
  #refusesExisting({ replaces }: Transfer): boolean {
    return this.keepsFiles && !replaces;
  }

  #fail(id: number, run: AbortController, error: unknown): void {
    const transfer = this.#get(id);
    if (!transfer || this.#runs.get(id) !== run) return;
    const { doneBytes, sizeBytes } = transfer.state.kind === 'running' ? transfer.state : NOTHING_DONE;
    const isByPerson = error instanceof Stopped ? error.by === 'person' : isAbort(error);
    const { request } = transfer;
    if (request.direction === 'upload' && this.#refusesExisting(transfer) && isApiError(error, 409)) {
      const usedName = nameOf(request.name);
      const conflict = { kind: 'file', freeName: freeName(usedName, (name) => name === usedName) } as const;
      this.#set(id, { kind: 'needsAnswer', conflict });
    } else if (isByPerson) this.#set(id, { kind: 'cancelled', doneBytes, sizeBytes });
    else {
      const isAnswered = isApiError(error) && error.status > 0;
      this.#set(id, { kind: 'failed', doneBytes, sizeBytes, why: reasonOf(error), isAnswered });
    }
  }

  /** Without a key no transfer starts. The others fail without another prompt (screens §8.2); chosen files stay. */
  #notProved = (why: string): void => {
    const waiting = this.list.get().filter(({ state: { kind } }) => kind === 'proving' || kind === 'waits');
    this.#endWaiting(waiting, { kind: 'failed', ...NOTHING_DONE, why });
    if (waiting.length > 1) this.problem.set(`${waiting.length} files were not transferred: ${why}`);
  };

  #endWaiting(waiting: readonly Transfer[], state: TransferState): void {
    this.#patchAll(new Map(waiting.map(({ id }) => [id, { state }])));
    for (const { id } of waiting) {
      const run = this.#runs.get(id);
      this.#runs.delete(id);
      run?.abort(new Stopped('person'));
    }
  }

  #request(transfer: Transfer): void {
    const { id, request } = transfer;
    // Participants approve files. The user must create folders.
    if (isFolder(request)) this.#set(id, withoutCheck(request));
    else this.#approvals.ask(transfer);
  }
}

const isFolder = (request: TransferRequest): request is UploadRequest =>
  request.direction === 'upload' && request.isFolder === true;
