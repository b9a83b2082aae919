import { beforeEach, expect, test, vi } from 'vitest';
import { QUERY_READY } from '../../../../tests/support/wireSamples.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import type { QueryAnswer, QueryRequest } from '../../../wire/query/messages.ts';
import { QuerySession } from './QuerySession.ts';

type Socket = {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { reason: string }) => void) | null;
  sent: QueryRequest[];
  isClosed: boolean;
};

let sockets: Socket[];
let frames: (() => void)[];
let timers: (() => void)[];
let reachable: (() => void) | undefined;
let problem: SocketProblem;
let session: QuerySession;

const COLUMNS = [{ name: 'id', type: 'int4', kind: 'number' } as const];

beforeEach(() => {
  sockets = [];
  frames = [];
  timers = [];
  reachable = undefined;
  problem = { kind: 'unreachable' };
  session = new QuerySession({
    open() {
      const socket: Socket = { onopen: null, onmessage: null, onclose: null, sent: [], isClosed: false };
      sockets.push(socket);
      return Object.assign(socket, {
        readyState: 1,
        send: (frame: string) => void socket.sent.push(JSON.parse(frame) as QueryRequest),
        close: () => void (socket.isClosed = true),
      }) as never;
    },
    explain: () => Promise.resolve(problem),
    clock: {
      now: () => 0,
      after: (_, run) => {
        timers.push(run);
        return () => void (timers = timers.filter((other) => other !== run));
      },
      every: () => () => undefined,
    },
    nextFrame: (run) => {
      frames.push(run);
      return () => void (frames = frames.filter((other) => other !== run));
    },
    whenReachable: (listener) => {
      reachable = listener;
      return () => (reachable = undefined);
    },
  });
  session.connect();
});

const socket = () => {
  const last = sockets.at(-1);
  if (!last) throw new Error('no socket');
  return last;
};
const answer = (...answers: QueryAnswer[]) => {
  for (const one of answers) socket().onmessage?.({ data: JSON.stringify(one) });
};
const draw = () => {
  for (const run of frames.splice(0)) run();
};
function open() {
  socket().onopen?.();
  answer(QUERY_READY);
}
/** The id of the last request. */
const lastId = (): number => {
  const request = socket().sent.at(-1);
  return request && 'id' in request ? request.id : -1;
};
const run = (sql = 'select 1') => {
  session.run({ sql, start: 0, rowLimit: 100 });
  return lastId();
};
const sets = () => session.results.run.get()?.sets ?? [];

test('shows the rows of a run together, once per animation frame', () => {
  open();
  const id = run();
  expect(socket().sent.at(-1)).toEqual({ type: 'run', id, sql: 'select 1', rowLimit: 100 });
  answer(
    { type: 'columns', id, set: 0, columns: COLUMNS },
    { type: 'rows', id, set: 0, rows: [['1']] },
    { type: 'rows', id, set: 0, rows: [['2'], ['3']] },
  );
  expect(frames).toHaveLength(1);
  expect(sets()).toHaveLength(0);
  draw();
  expect(sets()[0]?.rowCount).toBe(3);
  answer({ type: 'set', id, set: 0, command: 'SELECT', hasMore: true, ms: 3 }, { type: 'done', id, ms: 4 });
  expect(sets()[0]).toMatchObject({ command: 'SELECT', hasMore: true, rows: [['1'], ['2'], ['3']] });
  expect(session.state.get()).toEqual({ kind: 'ready' });
});

test('appends further rows to their result set', () => {
  open();
  const first = run();
  answer(
    { type: 'columns', id: first, set: 0, columns: COLUMNS },
    { type: 'rows', id: first, set: 0, rows: [['1']] },
    { type: 'set', id: first, set: 0, command: 'SELECT', hasMore: true, ms: 3 },
    { type: 'done', id: first, ms: 4 },
  );
  session.more(0, 50);
  const id = lastId();
  expect(socket().sent.at(-1)).toEqual({ type: 'more', id, set: 0, rows: 50 });
  expect(id).toBeGreaterThan(first);
  answer(
    { type: 'rows', id, set: 0, rows: [['2']] },
    { type: 'set', id, set: 0, command: 'SELECT', count: 2, hasMore: false, ms: 1 },
    { type: 'done', id, ms: 1 },
  );
  expect(sets()[0]).toMatchObject({ rowCount: 2, hasMore: false });
  session.more(0, 50);
  expect(lastId()).toBe(id);
});

test('ignores answers to earlier requests and for unknown result sets', () => {
  open();
  const first = run();
  answer({ type: 'done', id: first, ms: 1 });
  const id = run('select 2');
  answer(
    { type: 'columns', id: first, set: 0, columns: COLUMNS },
    { type: 'rows', id, set: 7, rows: [['x']] },
    { type: 'failed', id: first, message: 'late' },
    { type: 'done', id: first, ms: 1 },
  );
  draw();
  expect(sets()).toEqual([]);
  expect(session.results.run.get()?.failure).toBeUndefined();
  expect(session.state.get().kind).toBe('running');
});

test('a failure has its position and hint', () => {
  open();
  const id = run();
  answer({ type: 'failed', id, message: 'no such column', position: 7, hint: 'look' }, { type: 'done', id, ms: 1 });
  expect(session.results.run.get()?.failure).toEqual({ message: 'no such column', position: 7, hint: 'look' });
});

test('sends cancel once', () => {
  open();
  const id = run();
  session.cancel();
  session.cancel();
  expect(socket().sent.filter(({ type }) => type === 'cancel')).toEqual([{ type: 'cancel', id }]);
  answer({ type: 'cancelled', id }, { type: 'done', id, ms: 9 });
  expect(session.results.run.get()?.isCancelled).toBe(true);
});

test('joins the parts of the catalog', () => {
  open();
  const id = lastId();
  expect(socket().sent.at(-1)?.type).toBe('catalog');
  const table = (name: string) => ({ schema: 'public', name, kind: 'table' as const, columns: [] });
  answer(
    { type: 'catalog', id, tables: [table('a')], last: false },
    { type: 'catalog', id: 99, tables: [], last: true },
  );
  expect(session.tables.get()).toEqual([]);
  answer({ type: 'catalog', id, tables: [table('b')], last: true });
  expect(session.tables.get().map(({ name }) => name)).toEqual(['a', 'b']);
});

test('asks for a second factor while connecting', () => {
  socket().onopen?.();
  answer({ type: 'challenge', challenge: { webauthn_challenge: { publicKey: { challenge: 'AA' } } } });
  expect(session.state.get()).toMatchObject({ kind: 'factor', declined: false });
  session.decline(true);
  expect(session.state.get()).toMatchObject({ kind: 'factor', declined: true });
  session.answer({ id: 'k' } as never);
  expect(socket().sent.at(-1)).toEqual({ type: 'factor', answer: { id: 'k' } });
  answer(QUERY_READY);
  expect(session.state.get().kind).toBe('ready');
});

test('reconnects automatically after a lost connection when idle', () => {
  open();
  socket().onclose?.({ reason: '' });
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost', retries: true } });
  for (const timer of timers) timer();
  expect(sockets).toHaveLength(2);
  open();
  expect(session.state.get().kind).toBe('ready');
});

test('waits until the server is reachable before it reconnects', async () => {
  open();
  socket().onclose?.({ reason: '' });
  timers[0]?.();
  socket().onclose?.({ reason: '' });
  await vi.waitFor(() => expect(session.state.get()).toMatchObject({ kind: 'ended', reason: { retries: true } }));
  expect(timers).toHaveLength(0);
  reachable?.();
  expect(sockets).toHaveLength(3);
});

test.each([
  ['a running statement', () => void run()],
  ['an open transaction', () => answer({ type: 'transaction', state: 'open' })],
])('with %s only the user reconnects', (_, begin) => {
  open();
  begin();
  expect(session.isBusy).toBe(true);
  socket().onclose?.({ reason: '' });
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost', retries: false } });
  expect(timers).toHaveLength(0);
  expect(session.isBusy).toBe(false);
});

test('reports an expired sign-in as the reason of a lost connection', async () => {
  open();
  run();
  problem = { kind: 'refused', status: 403, why: 'need auth' };
  socket().onclose?.({ reason: '' });
  const reason = { kind: 'lost', retries: false, why: 'need auth' };
  await vi.waitFor(() => expect(session.state.get()).toEqual({ kind: 'ended', reason }));
  session.connect();
  open();
  run('select 2');
  expect(socket().sent.at(-1)).toMatchObject({ type: 'run', sql: 'select 2' });
});

test('a late reason of the previous connection does not end the next session', async () => {
  open();
  run();
  problem = { kind: 'refused', status: 403, why: 'need auth' };
  socket().onclose?.({ reason: '' });
  session.connect();
  open();
  await Promise.resolve();
  await Promise.resolve();
  expect(session.state.get().kind).toBe('ready');
});

test('a failed or missing catalog does not affect statements', () => {
  open();
  const { id } = socket().sent.at(-1) as { id: number };
  run();
  expect(session.state.get().kind).toBe('running');
  answer({ type: 'done', id: lastId(), ms: 1 });
  answer({ type: 'failed', id, message: 'The list of tables took too long to read.' });
  expect([session.state.get().kind, session.tables.get(), session.results.run.get()?.failure]).toEqual([
    'ready',
    [],
    undefined,
  ]);
  session.readCatalog();
  answer({ type: 'catalog', id: lastId(), tables: [], last: true });
  expect(session.state.get().kind).toBe('ready');
});

test('an ended session has the reason of the server and loads no more rows', () => {
  open();
  const id = run();
  answer(
    { type: 'columns', id, set: 0, columns: COLUMNS },
    { type: 'set', id, set: 0, command: 'SELECT', hasMore: true, ms: 3 },
    { type: 'done', id, ms: 4 },
    { type: 'ended', reason: 'Your role has lost the database' },
  );
  expect(session.state.get()).toEqual({
    kind: 'ended',
    reason: { kind: 'server', text: 'Your role has lost the database' },
  });
  expect(sets()[0]?.hasMore).toBe(false);
  expect(socket().isClosed).toBe(true);
});

test.each(['no json', '{"type":"rows","id":1,"set":0,"rows":[[1]]}', '{"type":"challenge"}'])(
  'an invalid frame ends the session: %s',
  (data) => {
    open();
    socket().onmessage?.({ data });
    expect(session.state.get()).toMatchObject({ kind: 'ended', reason: { kind: 'unreadable' } });
  },
);

test('a rejected connection has its reason', async () => {
  problem = { kind: 'refused', status: 403, why: 'Your roles do not allow it' };
  socket().onclose?.({ reason: '' });
  await vi.waitFor(() =>
    expect(session.state.get()).toEqual({
      kind: 'ended',
      reason: { kind: 'refused', text: 'Your roles do not allow it' },
    }),
  );
});

test('limits the number of stored cells', () => {
  open();
  const id = run();
  const columns = Array.from({ length: 1000 }, () => COLUMNS).flat();
  const row = columns.map(() => '1');
  answer({ type: 'columns', id, set: 0, columns });
  for (let n = 0; n < 5; n++) answer({ type: 'rows', id, set: 0, rows: Array.from({ length: 1000 }, () => row) });
  answer({ type: 'set', id, set: 0, command: 'SELECT', hasMore: true, ms: 1 }, { type: 'done', id, ms: 1 });
  expect(sets()[0]).toMatchObject({ rowCount: 4000, hasMore: false });
  expect(session.results.run.get()?.isCut).toBe(true);
});

test('counts long values as several cells and stores no row after a dropped one', () => {
  open();
  const id = run();
  const rows = (length: number) => Array.from({ length: 1000 }, () => ['x'.repeat(length)]);
  answer({ type: 'columns', id, set: 0, columns: COLUMNS });
  const long = rows(10_000);
  for (let n = 0; n < 39; n++) session.results.receive({ type: 'rows', id, set: 0, rows: long });
  session.results.receive({ type: 'rows', id, set: 0, rows: [...rows(9_999), ['x'.repeat(101)], ['x']] });
  answer({ type: 'set', id, set: 0, command: 'SELECT', hasMore: true, ms: 1 }, { type: 'done', id, ms: 1 });
  expect(sets()[0]).toMatchObject({ rowCount: 40_000, hasMore: false, isCut: true });
});

test.each([
  ['connecting', () => undefined],
  [
    'factor',
    () => answer({ type: 'challenge', challenge: { webauthn_challenge: { publicKey: { challenge: 'AA' } } } }),
  ],
])('an end in the state %s is a rejection because no session existed', (kind, begin) => {
  socket().onopen?.();
  begin();
  expect(session.state.get().kind).toBe(kind);
  answer({ type: 'ended', reason: 'The database does not accept the password' });
  const reason = { kind: 'refused', text: 'The database does not accept the password' };
  expect(session.state.get()).toEqual({ kind: 'ended', reason });
});

const firstRows = () => {
  open();
  const id = run();
  answer(
    { type: 'columns', id, set: 0, columns: COLUMNS },
    { type: 'rows', id, set: 0, rows: [['1']] },
    { type: 'set', id, set: 0, command: 'SELECT', hasMore: true, ms: 3 },
    { type: 'done', id, ms: 4 },
  );
  session.more(0, 50);
  return lastId();
};

test.each([
  [{ type: 'cancelled' } as const, /cancelled/],
  [{ type: 'failed', message: 'The result has been closed. Run the statement again.' } as const, /has been closed/],
])('a failed request for further rows is reported at its result set: %o', (error, why) => {
  const id = firstRows();
  answer({ ...error, id }, { type: 'done', id, ms: 1 });
  draw();
  expect(sets()[0]).toMatchObject({ rowCount: 1, hasMore: false });
  expect(sets()[0]?.stopped).toMatch(why);
  expect(session.results.run.get()).toMatchObject({ failure: undefined, isCancelled: false });
});

/** The connection is lost, and the session reconnects automatically. */
const comeBack = () => {
  socket().onclose?.({ reason: '' });
  timers[0]?.();
  open();
};

test('an automatic reconnect reports a new session if a statement may have changed the session state', () => {
  open();
  answer({ type: 'done', id: run('set search_path = other'), ms: 1 });
  comeBack();
  expect(session.state.get().kind).toBe('ready');
  expect(session.isNewSession.get()).toBe(true);
  expect(socket().sent.map(({ type }) => type)).toEqual(['catalog']);
  // The note remains after another reconnect, until the user dismisses it or connects again.
  comeBack();
  expect(session.isNewSession.get()).toBe(true);
  session.acceptNewSession();
  comeBack();
  expect(session.isNewSession.get()).toBe(false);
});

test('a manual reconnect, or one after read-only statements, reports no new session', () => {
  open();
  answer({ type: 'done', id: run('select 1; show all'), ms: 1 });
  comeBack();
  expect(session.isNewSession.get()).toBe(false);
  answer({ type: 'done', id: run('set role admin'), ms: 1 });
  comeBack();
  expect(session.isNewSession.get()).toBe(true);
  session.disconnect();
  session.connect();
  open();
  expect(session.isNewSession.get()).toBe(false);
  comeBack();
  expect(session.isNewSession.get()).toBe(false);
});

const catalogs = () => socket().sent.filter(({ type }) => type === 'catalog').length;

test('reads the catalog again after CREATE, DROP and ALTER', () => {
  open();
  answer({ type: 'done', id: run('create table t (id int)'), ms: 1 });
  expect(catalogs()).toBe(2);
  answer({ type: 'done', id: run('select 1'), ms: 1 });
  expect(catalogs()).toBe(2);
  // Other connections see the changes of a transaction when it ends.
  const id = run('begin; drop table t');
  answer({ type: 'transaction', state: 'open' }, { type: 'done', id, ms: 1 });
  expect(catalogs()).toBe(2);
  const end = run('commit');
  answer({ type: 'transaction', state: 'none' }, { type: 'done', id: end, ms: 1 });
  expect(catalogs()).toBe(3);
});

test('the selected database follows each USE that the server has run', () => {
  socket().onopen?.();
  answer({ ...QUERY_READY, protocol: 'mysql' });
  expect(session.database.get()).toBe('shop');
  const used = (id: number) => answer({ type: 'set', id, set: 0, command: 'USE', hasMore: false, ms: 1 });
  const id = run('use a; use b; use c');
  used(id);
  used(id);
  answer({ type: 'failed', id, message: 'Unknown database' }, { type: 'done', id, ms: 1 });
  expect(session.database.get()).toBe('b');
  comeBack();
  expect(session.database.get()).toBe('shop');
});

test('ends a connection without keep-alive messages from the gateway', () => {
  open();
  const [first] = timers;
  expect(timers).toHaveLength(1);
  answer({ type: 'alive' });
  expect(timers).toHaveLength(1);
  expect(timers[0]).not.toBe(first);
  timers[0]?.();
  expect(session.state.get().kind).toBe('ready');
  // The second half of the timeout: after sleep a page has received nothing, but its first timer is due at once.
  timers[1]?.();
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost', retries: true } });
  expect(socket().isClosed).toBe(true);
});

test('gives up a reconnect without an answer and starts the next attempt', () => {
  open();
  socket().onclose?.({ reason: '' });
  timers[0]?.();
  expect(session.state.get()).toEqual({ kind: 'connecting', isAgain: true });
  timers.at(-1)?.();
  timers.at(-1)?.();
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost', retries: true } });
  expect(socket().isClosed).toBe(true);
  timers.at(-1)?.();
  expect(sockets).toHaveLength(3);
  open();
  expect(session.state.get().kind).toBe('ready');
});

test('a silent connection during a statement waits for the user to reconnect', () => {
  open();
  run();
  answer({ type: 'alive' });
  expect(session.state.get().kind).toBe('running');
  timers.at(-1)?.();
  timers.at(-1)?.();
  expect(session.state.get()).toEqual({ kind: 'ended', reason: { kind: 'lost', retries: false } });
});
