// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { noTransfers } from '../../../../tests/support/noTransfers.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ValueStore, Emitter } from '../../../lib/valueStore.ts';
import type { SessionEvent } from '../../../wire/terminal/frames.ts';
import type { SessionState } from '../session/sessionState.ts';
import { PaneFiles, DebouncedCounts } from './PaneFiles.ts';
import { NO_TRANSFERS, tallyMessage, type Transfer, type TransferState } from './transferItem.ts';

const makeFiles = () =>
  new PaneFiles(
    {
      metadata: new ValueStore(undefined),
      state: new ValueStore<SessionState>({ kind: 'live' }),
      events: new Emitter<SessionEvent>(),
      secondFactor: { wasAsked: false },
      requestFile: () => undefined,
      decideFile: () => undefined,
    },
    noTransfers,
  );
const shown = ({ path, folder }: PaneFiles) => [path.get(), folder.get()];

test('both panels start in the directory of the shell, or in the home directory if it is unknown', () => {
  const files = makeFiles();
  expect(shown(files)).toEqual(['~/', '~/']);
  files.followShell('/srv/www');
  expect(shown(files)).toEqual(['/srv/www/', '/srv/www/']);
  files.followShell('/');
  expect(shown(files)).toEqual(['/', '/']);
  files.followShell(undefined);
  expect(shown(files)).toEqual(['~/', '~/']);
});

test('keeps a folder that the user has typed', () => {
  const files = makeFiles();
  files.folder.set('/tmp/');
  files.followShell('/srv/www');
  expect(shown(files)).toEqual(['/srv/www/', '/tmp/']);
});

test('uploads dropped files to the folder shown at the time of the drop', async () => {
  const files = makeFiles();
  files.followShell('/srv/www');
  const entry = { name: 'a', isFile: true, file: (resolve: (file: File) => void) => resolve(new File(['x'], 'a')) };
  const dropped = files.drop({ items: [{ kind: 'file', webkitGetAsEntry: () => entry }] } as unknown as DataTransfer);
  files.followShell('/etc');
  await dropped;
  expect(files.transfers.list.get()).toMatchObject([{ request: { folder: '/srv/www/', name: 'a' } }]);
});

const CONFLICT = { kind: 'file', sizeBytes: 1, freeName: 'a-2' } as const;
const list = (...states: TransferState[]): Transfer[] =>
  states.map((state, id) => ({
    id,
    state,
    request: { direction: 'download', path: '~/a' },
    approvers: [],
    replaces: false,
  }));
const WAITS: TransferState = { kind: 'waits' };
const DONE: TransferState = { kind: 'done', sizeBytes: 1, atMs: 0 };
const FAILED: TransferState = { kind: 'failed', doneBytes: 0, sizeBytes: 1, why: 'no' };

function follow() {
  const transfers = new ValueStore<readonly Transfer[]>([]);
  const due = new Map<() => void, number>();
  const clock: Clock = {
    now: () => 0,
    every: () => () => undefined,
    after(ms, run) {
      due.set(run, ms);
      return () => due.delete(run);
    },
  };
  const tally = new DebouncedCounts(transfers, clock);
  return { transfers, tally, due, pass: () => due.forEach((_, run) => run()) };
}

test('does not report transfers that end within half a second', () => {
  const { transfers, tally, due } = follow();
  const reports: unknown[] = [];
  tally.shown.subscribe(() => reports.push(tally.shown.get()));
  transfers.set(list(WAITS));
  expect([...due.values()]).toEqual([500]);
  transfers.set(list(DONE));
  expect(due.size).toBe(0);
  expect(reports).toEqual([]);
});

test('reports longer transfers, updates immediately, and clears the counts at the end', () => {
  const { transfers, tally, due, pass } = follow();
  transfers.set(list(WAITS));
  transfers.set(list(WAITS, WAITS));
  expect(due.size).toBe(1);
  pass();
  expect(tally.shown.get()).toEqual({ pending: 2, unanswered: 0, failed: 0 });
  transfers.set(list(WAITS, { kind: 'needsAnswer', conflict: CONFLICT }, WAITS));
  expect(tally.shown.get()).toEqual({ pending: 3, unanswered: 1, failed: 0 });
  transfers.set(list(DONE, DONE, DONE));
  expect(tally.shown.get()).toEqual(NO_TRANSFERS);
});

test('reports a failure immediately', () => {
  const { transfers, tally } = follow();
  transfers.set(list(WAITS));
  transfers.set(list(FAILED));
  expect(tally.shown.get()).toEqual({ pending: 0, unanswered: 0, failed: 1 });
});

test('reports nothing after dispose', () => {
  const { transfers, tally, due } = follow();
  transfers.set(list(WAITS));
  tally.dispose();
  expect(due.size).toBe(0);
  transfers.set(list(FAILED));
  expect(tally.shown.get()).toEqual(NO_TRANSFERS);
});

test.each([
  [{ pending: 1, unanswered: 0, failed: 3 }, '1 transfer'],
  [{ pending: 3, unanswered: 1, failed: 0 }, '3 transfers, 1 asks'],
  [{ pending: 0, unanswered: 0, failed: 2 }, '2 transfers failed'],
  [NO_TRANSFERS, ''],
])('shows %j as “%s”', (tally, words) => expect(tallyMessage(tally)).toBe(words));
