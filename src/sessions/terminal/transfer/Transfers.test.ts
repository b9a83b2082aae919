import { beforeEach, expect, test, vi } from 'vitest';
import { ASSERTION } from '../../../../tests/support/wireSamples.ts';
import { ApiError } from '../../../api/errors.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ValueStore, Emitter } from '../../../lib/valueStore.ts';
import { MFA_FOR_TRANSFER } from '../../../wire/terminal/fileTransfer.ts';
import type { SessionEvent } from '../../../wire/terminal/frames.ts';
import type { RemoteFolder } from '../../../wire/terminal/remoteFiles.ts';
import { decodeSessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { SessionState } from '../session/sessionState.ts';
import { STALLED_MS } from './failureMessages.ts';
import { AskedRequests } from './AskedRequests.ts';
import { Slots } from './move.ts';
import { Transfers } from './Transfers.ts';

const METADATA = {
  id: 'sid',
  login: 'root',
  server_id: 'box',
  server_hostname: 'box',
  cluster_name: 'east',
  owner: 'admin',
};

/** One upload that the server accepts at the speed of the test. */
type Upload = {
  location: string;
  filename: string;
  approval: unknown;
  refusesExisting: boolean | undefined;
  assertion: unknown;
  progress: (bytes: number) => void;
  end: (error?: Error) => void;
};

let uploads: Upload[];
let spent: unknown[];
let sent: unknown[];
let tree: Record<string, RemoteFolder> | undefined;
let prove: (signal: AbortSignal) => Promise<typeof ASSERTION>;
let nowMs: number;
let ticks: Set<() => void>;
let late: (() => void)[];
let kept: string | null;
/** The browser tab, which fires an event when it is left. */
let page: EventTarget;
let session: ReturnType<typeof makeSession>;
let transfers: Transfers;
let saved: { name: string; bytes: number }[];
let discarded: number;
let pieces: number[];
let makeFolder: (path: string) => Promise<void>;

function makeSession(moderated = false) {
  const metadata = decodeSessionMetadata(JSON.stringify({ session: { ...METADATA, moderated } }));
  return {
    metadata: new ValueStore<typeof metadata | undefined>(metadata),
    state: new ValueStore<SessionState>({ kind: 'live' }),
    events: new Emitter<SessionEvent>(),
    secondFactor: { wasAsked: false },
    requestFile: (request: object) => void sent.push(request),
    decideFile: (decision: object) => void sent.push(decision),
  };
}

/** Requested paths. */
let asked: string[];

/** With `isCopy`, the tab starts with a copy of the storage of an open tab. */
function begin(moderated = false, isCopy = false): void {
  if (!isCopy) page.dispatchEvent(new Event('pagehide'));
  page = new EventTarget();
  session = makeSession(moderated);
  const clock: Clock = {
    now: () => nowMs,
    after(_, run) {
      late.push(run);
      return () => (late = late.filter((one) => one !== run));
    },
    every(_, run) {
      ticks.add(run);
      return () => ticks.delete(run);
    },
  };
  transfers = new Transfers(session, {
    upload: (_, { location, filename, approval, refusesExisting, assertion }, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve());
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        uploads.push({ location, filename, approval, refusesExisting, assertion, progress: onProgress, end });
      }),
    openDownload: async (_, { location, assertion }) => {
      asked.push(location);
      if (assertion) spent.push(assertion);
      if (location.includes('missing')) throw new ApiError('file does not exist', 404);
      if (location === '/etc')
        throw new ApiError('"/etc" is a directory, but the recursive option was not passed', 400);
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          for (const bytes of pieces) controller.enqueue(new Uint8Array(bytes));
          controller.close();
        },
      });
      return { name: 'app.log', sizeBytes: 30, body };
    },
    openSink: async ({ name }) => {
      let bytes = 0;
      return {
        stream: new WritableStream({
          write(piece) {
            bytes += piece.length;
          },
        }),
        commit: async () => void saved.push({ name, bytes }),
        discard: async () => {
          discarded += 1;
        },
      };
    },
    behaviour: { listsFolders: true, sendsFolders: true, keepsFiles: true },
    listFolder: async (_, path) => tree?.[path],
    makeFolder: (_, path) => makeFolder(path),
    prove: (signal) => prove(signal),
    proofs: new Slots(1),
    moves: new Slots(2),
    askedRequests: new AskedRequests({ getItem: () => kept, setItem: (_, text) => void (kept = text) }, page),
    clock,
  });
}

beforeEach(() => {
  [asked, spent] = [[], []];
  [uploads, sent, saved, ticks, nowMs, discarded, pieces] = [[], [], [], new Set(), 0, 0, [10, 20]];
  [late, kept, page] = [[], null, new EventTarget()];
  tree = { '~/': { entries: [{ name: 'taken', kind: 'file', sizeBytes: 5 }], truncated: false } };
  prove = () => Promise.resolve(ASSERTION);
  makeFolder = async () => undefined;
  begin();
});

const file = (name: string, text = 'text') => ({ file: new File([text], name), name });
const states = () => transfers.list.get().map(({ state }) => state.kind);
const become = (...kinds: string[]) => vi.waitFor(() => expect(states()).toEqual(kinds));
const idOf = (name: string) =>
  transfers.list.get().find(({ request }) => request.direction === 'upload' && request.name === name)?.id ?? -1;

test('downloads a path that the server reports as a directory as a folder', async () => {
  transfers.download('/etc');
  await become('done');
  expect(asked).toEqual(['/etc', '/etc/']);
});

test('runs two transfers at a time in order, and lists the newest first', async () => {
  transfers.upload([file('a'), file('b'), file('c')], '~/');
  await become('waits', 'running', 'running');
  expect(uploads.map(({ location, filename }) => [location, filename])).toEqual([
    ['~/a', 'a'],
    ['~/b', 'b'],
  ]);
  uploads[0]?.end();
  await become('running', 'running', 'done');
  expect(uploads[2]?.location).toBe('~/c');
});

test('batches the changes of the list for many files', async () => {
  const changed = vi.fn();
  transfers.list.subscribe(changed);
  const many = Array.from({ length: 500 }, (_, i) => file(`f${i}`));
  transfers.upload(many, '~/');
  await become(...Array<string>(498).fill('waits'), 'running', 'running');
  transfers.cancelAll();
  await become(...Array<string>(500).fill('cancelled'));
  expect(changed.mock.calls.length).toBeLessThan(20);
});

test('shows the reason of a failed upload, and Retry starts it again', async () => {
  transfers.upload([file('a', '0123456789')], '/srv');
  tree = { '~/': { entries: [], truncated: false }, '/srv/': { entries: [], truncated: false } };
  await become('running');
  nowMs = 1000;
  uploads[0]?.progress(4);
  uploads[0]?.end(new ApiError('no space left on device', 500));
  await become('failed');
  expect(transfers.list.get()[0]?.state).toMatchObject({
    doneBytes: 4,
    sizeBytes: 10,
    why: '“no space left on device”',
    isAnswered: true,
  });
  transfers.retry(idOf('a'));
  await become('running');
  expect(transfers.list.get()[0]?.state).toMatchObject({ doneBytes: 0 });
  uploads[1]?.end();
  await become('done');
});

test('asks about an existing name before the upload starts', async () => {
  transfers.upload([file('taken'), file('free')], '~/');
  await become('running', 'needsAnswer');
  transfers.answer(idOf('taken'), 'rename');
  await become('running', 'running');
  expect(uploads.map(({ location }) => location)).toEqual(['~/free', '~/taken-2']);
});

test('does not overwrite an unlisted file: a 409 response leads to the question', async () => {
  tree = undefined;
  session.secondFactor.wasAsked = true;
  transfers.upload([file('sub/taken.txt')], '~/');
  await become('needsFolders');
  transfers.answerFolders(true);
  await become('running');
  expect(uploads[0]).toMatchObject({ refusesExisting: true });
  uploads[0]?.end(new ApiError('"/root/sub/taken.txt" already exists', 409));
  await become('needsAnswer');
  expect(transfers.list.get()[0]?.state).toMatchObject({ conflict: { kind: 'file', freeName: 'taken-2.txt' } });
  transfers.answer(idOf('sub/taken.txt'), 'rename');
  await become('running');
  expect(uploads[1]).toMatchObject({ location: '~/sub/taken-2.txt', refusesExisting: true });
  uploads[1]?.end(new ApiError('"/root/sub/taken-2.txt" already exists', 409));
  await become('needsAnswer');
  transfers.answer(idOf('sub/taken-2.txt'), 'replace');
  await become('running');
  expect(uploads[2]).toMatchObject({ location: '~/sub/taken-2.txt', refusesExisting: false });
});

test('one answer can apply to all conflicts', async () => {
  tree = { '~/': { entries: ['a', 'b'].map((name) => ({ name, kind: 'file', sizeBytes: 1 })), truncated: false } };
  transfers.upload([file('a'), file('b')], '~/');
  await become('needsAnswer', 'needsAnswer');
  transfers.answer(idOf('a'), 'replace', true);
  await become('running', 'running');
  uploads[0]?.end(new ApiError('permission denied', 500));
  await become('running', 'failed');
  // The earlier answer still applies.
  transfers.retry(idOf('a'));
  await become('running', 'running');
});

test('without a listing, uploads files directly and asks the user to create folders', async () => {
  tree = undefined;
  transfers.upload([file('taken'), file('p/x')], '~/');
  await become('needsFolders', 'running');
  transfers.answerFolders(true);
  await become('running', 'running');
  expect(uploads[1]).toMatchObject({ location: '~/p/x', filename: 'x' });
});

const emptyFolder = (name: string) => ({ file: undefined, name });

test('creates an empty folder and its parents', async () => {
  const made: string[] = [];
  makeFolder = async (path) => void made.push(path);
  transfers.upload([emptyFolder('p/empty')], '~/');
  await become('done');
  expect([made, uploads]).toEqual([['~/p/', '~/p/empty'], []]);
});

test('shows why a folder could not be created, and Retry tries again', async () => {
  makeFolder = () => Promise.reject(new ApiError('permission denied', 500));
  transfers.upload([emptyFolder('empty')], '~/');
  await become('failed');
  expect(transfers.list.get()[0]?.state).toMatchObject({ why: '“permission denied”' });
  makeFolder = async () => undefined;
  transfers.retry(transfers.list.get()[0]?.id ?? -1);
  await become('done');
});

test('does not create a queued folder after it is cancelled', async () => {
  const made = (makeFolder = vi.fn(async () => undefined));
  transfers.upload([file('a'), file('b'), emptyFolder('empty')], '~/');
  await become('waits', 'running', 'running');
  transfers.cancelAll();
  await become('cancelled', 'cancelled', 'cancelled');
  expect(made).not.toHaveBeenCalled();
});

test('an empty folder can only be renamed if a file has its name', async () => {
  const made: string[] = [];
  makeFolder = async (path) => void made.push(path);
  transfers.upload([emptyFolder('taken')], '~/');
  await become('needsAnswer');
  transfers.answer(1, 'replace');
  await become('needsAnswer');
  transfers.answer(1, 'rename');
  await become('done');
  expect(made).toEqual(['~/taken-2']);
});

test('asks the user to create folders if the server cannot, or in a moderated session', async () => {
  const made = (makeFolder = vi.fn(async () => undefined));
  tree = undefined;
  for (const isModerated of [false, true]) {
    begin(isModerated);
    transfers.upload([emptyFolder('p/empty')], '~/');
    await become('needsFolders');
    expect(transfers.list.get()[0]?.state).toMatchObject({ folders: ['~/p', '~/p/empty'] });
    transfers.answerFolders(true);
    await become('done');
  }
  expect([made.mock.calls, sent]).toEqual([[], []]);
});

test('cancelAll ends running transfers and does not start queued ones', async () => {
  transfers.upload([file('a'), file('b'), file('c')], '~/');
  await become('waits', 'running', 'running');
  transfers.cancelAll();
  await become('cancelled', 'cancelled', 'cancelled');
  expect(uploads).toHaveLength(2);
  expect(transfers.pendingCount()).toBe(0);
  transfers.clear(({ state }) => state.kind === 'cancelled');
  expect(transfers.list.get()).toEqual([]);
});

test('a stalled transfer fails', async () => {
  transfers.upload([file('a')], '~/');
  await become('running');
  nowMs = STALLED_MS - 1;
  ticks.forEach((tick) => tick());
  expect(states()).toEqual(['running']);
  nowMs = STALLED_MS;
  ticks.forEach((tick) => tick());
  await become('failed');
  expect(transfers.list.get()[0]?.state).toMatchObject({ why: 'no data for 2 m' });
});

test('saves a download only if it is complete', async () => {
  transfers.download('~/app.log');
  await become('done');
  expect(saved).toEqual([{ name: 'app.log', bytes: 30 }]);
  pieces = [10];
  transfers.download('~/app.log');
  await become('failed', 'done');
  expect(transfers.list.get()[0]?.state).toMatchObject({ why: 'the server announced 30 bytes and sent 10' });
  transfers.download('/missing');
  await become('failed', 'failed', 'done');
  expect([saved.length, discarded]).toEqual([1, 1]);
});

test('answers one challenge per transfer in a session with a second factor', async () => {
  session.secondFactor.wasAsked = true;
  transfers.upload([file('a'), file('b')], '~/');
  await become('waits', 'running');
  uploads[0]?.end();
  await become('running', 'done');
  expect(uploads.map(({ assertion }) => assertion)).toEqual([ASSERTION, ASSERTION]);
});

test('uses two assertions for a folder requested as a file, because each is valid for one request', async () => {
  session.secondFactor.wasAsked = true;
  prove = () => Promise.resolve({ ...ASSERTION });
  transfers.download('/etc');
  await become('done');
  expect(asked).toEqual(['/etc', '/etc/']);
  expect(new Set(spent).size).toBe(2);
});

test('answers a challenge that only the transfer requires', async () => {
  transfers.upload([file('a')], '~/');
  await become('running');
  uploads[0]?.end(new ApiError(MFA_FOR_TRANSFER, 403));
  await vi.waitFor(() => expect(uploads[1]?.assertion).toEqual(ASSERTION));
});

test('a failed second factor fails all queued transfers with one challenge, and all can be retried', async () => {
  session.secondFactor.wasAsked = true;
  let asked = 0;
  prove = () => (++asked, Promise.reject(new Error('No key answered')));
  transfers.upload([file('a'), file('b'), file('c')], '~/');
  await become('failed', 'failed', 'failed');
  expect(transfers.list.get().map(({ state }) => state)).toMatchObject(Array(3).fill({ why: 'No key answered' }));
  expect(transfers.problem.get()).toBe('3 files were not transferred: No key answered');
  expect([asked, uploads]).toEqual([1, []]);
  prove = () => Promise.resolve(ASSERTION);
  transfers.retryAll();
  expect(transfers.problem.get()).toBeUndefined();
  await become('waits', 'waits', 'running');
});

test('cancelling the challenge of one file continues with the next file', async () => {
  session.secondFactor.wasAsked = true;
  prove = (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('The key was not used'))));
  transfers.upload([file('a'), file('b')], '~/');
  await become('waits', 'proving');
  prove = () => Promise.resolve(ASSERTION);
  transfers.cancel(idOf('a'));
  await become('running', 'cancelled');
});

const event = (
  event: 'file_transfer_request' | 'file_transfer_request_approve' | 'file_transfer_request_deny',
  more = {},
) =>
  session.events.emit({
    ...{ event, requestId: 'r1', requester: 'admin', location: '~/', filename: 'a', download: false, approvers: [] },
    ...more,
  });

test('requests an upload in a moderated session, and uploads after the approval', async () => {
  begin(true);
  transfers.upload([file('a')], '~/');
  expect(sent).toEqual([{ download: false, location: '~/', filename: 'a' }]);
  event('file_transfer_request');
  event('file_transfer_request', { approvers: ['mara'] });
  expect(transfers.list.get()[0]?.state).toEqual({ kind: 'requested', requestId: 'r1', approvers: ['mara'] });
  event('file_transfer_request_approve', { approvers: ['mara', 'jo'] });
  await become('running');
  expect(uploads[0]).toMatchObject({ location: '~/', filename: 'a', approval: { sid: 'sid', requestId: 'r1' } });
  expect(transfers.list.get()[0]?.approvers).toEqual(['mara', 'jo']);
});

test('drops a denied file, and ignores approved requests of other participants', async () => {
  begin(true);
  transfers.upload([file('a')], '~/');
  event('file_transfer_request', { requestId: 'r2', location: '/etc/hosts', filename: '', download: true });
  event('file_transfer_request_approve', { requestId: 'r2' });
  event('file_transfer_request');
  event('file_transfer_request_deny');
  await become('denied');
  transfers.retry(idOf('a'));
  event('file_transfer_request_approve');
  await become('denied');
  expect(uploads).toEqual([]);
});

test('keeps up to 64 requests pending, and sends the next after a decision', async () => {
  begin(true);
  const names = Array.from({ length: 66 }, (_, i) => `f${i}`);
  const files = names.map((name) => file(name));
  transfers.upload(files, '~/');
  expect(sent).toHaveLength(64);
  event('file_transfer_request', { filename: 'f0' });
  event('file_transfer_request_deny', { filename: 'f0' });
  expect(sent[64]).toMatchObject({ filename: 'f64' });
  session.state.set(LOST);
  transfers.cancel(idOf('f1'));
  expect(sent).toHaveLength(65);
  session.state.set({ kind: 'live' });
  expect(sent[65]).toMatchObject({ filename: 'f65' });
  session.state.set({ kind: 'ended', how: { kind: 'cut' } });
  expect(new Set(states())).toEqual(new Set(['denied', 'failed']));
});

test('refuses a path that is too long for a request', () => {
  begin(true);
  transfers.download(`/${'ü'.repeat(2048)}`);
  expect(transfers.list.get()[0]?.state).toMatchObject({ kind: 'failed', why: 'the path is longer than 4096 bytes' });
  expect(sent).toEqual([]);
});

const LOST = { kind: 'rejoining', loss: { atMs: 0, why: { kind: 'network' } }, attempt: 1 } as const;
const HOSTS = { location: '/etc/hosts', filename: '', download: true };

test('cancelling a request sends one denial', () => {
  begin(true);
  transfers.download('/etc/hosts');
  event('file_transfer_request', HOSTS);
  transfers.cancel(1);
  transfers.decide('r1', false);
  expect(sent.slice(1)).toEqual([{ requestId: 'r1', approved: false }]);
});

test('a pending request survives a lost connection and can be approved afterwards', async () => {
  begin(true);
  transfers.download('/etc/hosts');
  event('file_transfer_request', HOSTS);
  session.state.set(LOST);
  expect([states(), transfers.requests.pending.get()]).toEqual([['requested'], []]);
  session.state.set({ kind: 'live' });
  event('file_transfer_request', HOSTS);
  late.splice(0).forEach((run) => run());
  expect([states(), transfers.requests.pending.get().length]).toEqual([['requested'], 1]);
  event('file_transfer_request_approve', HOSTS);
  await become('done');
  expect(saved).toEqual([{ name: 'app.log', bytes: 30 }]);
});

test('a request that the server has lost fails shortly after the reconnect, or at the end of the session', () => {
  begin(true);
  transfers.download('/etc/hosts');
  event('file_transfer_request', HOSTS);
  session.state.set(LOST);
  session.state.set({ kind: 'live' });
  transfers.download('/etc/passwd');
  late.splice(0).forEach((run) => run());
  expect(states()).toEqual(['requested', 'failed']);
  session.state.set({ kind: 'ended', how: { kind: 'cut' } });
  expect(states()).toEqual(['failed', 'failed']);
});

test('restores a requested download after a reload', async () => {
  begin(true);
  transfers.download('/etc/hosts');
  event('file_transfer_request', HOSTS);
  begin(true);
  event('file_transfer_request', { ...HOSTS, requestId: 'r2' }); // from another window
  event('file_transfer_request', { ...HOSTS, approvers: ['mara'] });
  expect(transfers.list.get().map(({ state }) => state)).toEqual([
    { kind: 'requested', requestId: 'r1', approvers: ['mara'] },
  ]);
  event('file_transfer_request_approve', HOSTS);
  await become('done');
  event('file_transfer_request_approve', HOSTS);
  expect(states()).toEqual(['done']);
});

test('withdraws a requested upload after a reload, because its file is lost', () => {
  begin(true);
  transfers.upload([file('a')], '~/');
  event('file_transfer_request');
  begin(true);
  event('file_transfer_request');
  expect(sent.slice(1)).toEqual([{ requestId: 'r1', approved: false }]);
  expect(transfers.problem.get()).toMatch(/^The request to upload a was withdrawn/);
  expect(states()).toEqual([]);
});

test('a duplicate of the tab does not affect the requests of the original tab', () => {
  begin(true);
  transfers.upload([file('a')], '~/');
  event('file_transfer_request');
  begin(true, true);
  event('file_transfer_request');
  expect(sent).toHaveLength(1);
  expect(transfers.problem.get()).toBeUndefined();
});

test('transfers need a connected session, and in a moderated session its owner', () => {
  expect(transfers.off('mara')).toBeUndefined();
  begin(true);
  expect([transfers.off('admin'), transfers.off('mara')]).toEqual([
    undefined,
    'Only admin, who started this session, can request files',
  ]);
  session.state.set({ kind: 'ended', how: { kind: 'cut' } });
  expect(transfers.off('admin')).toBe('Transfers need a connected session');
});

test('dispose cancels all transfers', async () => {
  transfers.upload([file('a')], '~/');
  await become('running');
  transfers.dispose();
  await become('cancelled');
});
