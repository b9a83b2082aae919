import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { stubLayout } from '../../../tests/support/resourceHarness.tsx';
import { QUERY_READY } from '../../../tests/support/wireSamples.ts';
import type { SocketProblem } from '../../api/sockets.ts';
import { systemClock } from '../../lib/clock.ts';
import { ToastHost } from '../../ui/ToastHost.tsx';
import { toasts } from '../../ui/toasts.ts';
import type { Cell, QueryAnswer, QueryRequest } from '../../wire/query/messages.ts';
import type { SqlHandle } from './editor/SqlEditor.tsx';
import { QueryHistory } from './QueryHistory.ts';
import { QueryPage } from './QueryPage.tsx';
import { QuerySession } from './session/QuerySession.ts';

type EditorProps = {
  text: string;
  mark: { offset: number; message: string } | undefined;
  onChange: (text: string) => void;
  onRun: (what: 'statement' | 'all') => void;
  onReady: (handle: SqlHandle) => void;
};
// Monaco needs a real browser, see tests/e2e.
vi.mock('./editor/SqlEditor.tsx', async () => {
  const { useEffect, useRef } = await import('react');
  return {
    default: function PlainEditor({ text, mark, onChange, onRun, onReady }: EditorProps) {
      const field = useRef<HTMLTextAreaElement>(null);
      useEffect(() => {
        const it = () => field.current ?? document.createElement('textarea');
        onReady({
          text: () => it().value,
          selection: () => ({ from: it().selectionStart, to: it().selectionEnd }),
          insert: (more) => {
            it().value += more;
            onChange(it().value);
          },
          focus: () => it().focus(),
        });
      }, []);
      return (
        <>
          <textarea
            ref={field}
            aria-label="SQL"
            defaultValue={text}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && onRun('statement')}
          />
          {mark && <output>{`${mark.offset}: ${mark.message}`}</output>}
        </>
      );
    },
  };
});

const TARGET = { clusterId: 'east', databaseName: 'orders', user: 'ann', database: 'shop' };

type Socket = {
  onopen?: () => void;
  onmessage?: (event: { data: unknown }) => void;
  onclose?: (event: { reason: string }) => void;
};
let socket: Socket;
let sent: QueryRequest[];
let problem: SocketProblem;

beforeEach(() => {
  localStorage.clear();
  sent = [];
  problem = { kind: 'unreachable' };
  // Without communication between tabs each has the first slot.
  vi.stubGlobal('BroadcastChannel', undefined);
  // Rows are drawn only if they have room.
  stubLayout();
});

const answer = (...answers: QueryAnswer[]) =>
  act(() => {
    for (const one of answers) socket.onmessage?.({ data: JSON.stringify(one) });
  });
const lastToast = () => toasts.queue.get().at(-1)?.text;
const lastId = (): number => {
  const request = sent.at(-1);
  return request && 'id' in request ? request.id : -1;
};

async function open(ready: Partial<Extract<QueryAnswer, { type: 'ready' }>> = {}) {
  const session = new QuerySession({
    open() {
      socket = {};
      return Object.assign(socket, {
        readyState: 1,
        send: (frame: string) => void sent.push(JSON.parse(frame) as QueryRequest),
        close: () => undefined,
      }) as never;
    },
    explain: () => Promise.resolve(problem),
    clock: systemClock,
    nextFrame: (run) => {
      run();
      return () => undefined;
    },
    whenReachable: () => () => undefined,
  });
  session.connect();
  onTestFinished(() => session.dispose());
  const router = createMemoryRouter(
    [
      {
        path: '/query',
        element: (
          <QueryPage
            session={session}
            target={TARGET}
            username="mara"
            history={new QueryHistory(localStorage, 'mara', TARGET)}
            backTo="/databases"
            factor={null}
          />
        ),
      },
      { path: '/databases', element: <p>The list</p> },
    ],
    { initialEntries: ['/query'] },
  );
  render(
    <>
      <RouterProvider router={router} />
      <ToastHost />
    </>,
  );
  act(() => socket.onopen?.());
  answer({ ...QUERY_READY, ...ready });
  const user = userEvent.setup();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('SQL');
  return { user, session, field, router };
}

async function run(text: string, page: Awaited<ReturnType<typeof open>>): Promise<number> {
  await page.user.clear(page.field);
  await page.user.type(page.field, text);
  await page.user.click(screen.getByRole('button', { name: 'Run' }));
  return lastId();
}

const table = (id: number, rows: readonly (readonly Cell[])[], hasMore = false): QueryAnswer[] => [
  {
    type: 'columns',
    id,
    set: 0,
    columns: [
      { name: 'id', type: 'int4', kind: 'number' },
      { name: 'note', type: 'text', kind: 'text' },
    ],
  },
  { type: 'rows', id, set: 0, rows },
  { type: 'set', id, set: 0, command: 'SELECT', hasMore, ms: 3 },
  { type: 'done', id, ms: 4 },
];

test('shows database, user and restrictions', async () => {
  await open({ readOnly: 'Your roles allow reading only' });
  expect(screen.getByRole('heading', { level: 1, name: 'orders' })).toBeTruthy();
  for (const text of ['ann on shop', 'Recorded', /Your roles allow reading only/]) screen.getByText(text);
  expect(document.title).toBe('east • orders • Query');
});

test('runs the statement at the cursor and shows its rows', async () => {
  const page = await open();
  const id = await run('select 1; select 2', page);
  expect(sent.at(-1)).toEqual({ type: 'run', id, sql: 'select 2', rowLimit: 1000 });
  answer(...table(id, [['1', null], ['2', ''], ['3', '<b>x</b>']], true)); // prettier-ignore
  const grid = screen.getByRole('grid', { name: 'Rows of the result' });
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['id', 'note']);
  expect(
    within(grid)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent),
  ).toEqual(['1', 'NULL', '2', 'empty', '3', '<b>x</b>']);
  await page.user.click(screen.getByRole('button', { name: /^Load/ }));
  expect(sent.at(-1)).toMatchObject({ type: 'more', set: 0, rows: 1000 });
});

test('reports truncated rows in the result and in the export menu', async () => {
  const page = await open();
  const id = await run('update t set a = 1 returning id', page);
  const ended = { command: 'UPDATE', count: 2500, hasMore: false, isCut: true };
  answer(...table(id, [['1', null], ['2', '']]).map((one) => (one.type === 'set' ? { ...one, ...ended } : one))); // prettier-ignore
  expect(screen.getByText(/^first 2 rows of 2.500 · UPDATE/)).toBeTruthy();
  vi.stubGlobal('innerHeight', 4000); // room for the menu
  await page.user.click(screen.getByRole('button', { name: /^Export/ }));
  expect(await screen.findByText('Only the loaded rows')).toBeTruthy();
});

test('still reports more rows on the server after the connection ends', async () => {
  const page = await open();
  answer(...table(await run('select 1', page), [['1', null], ['2', '']], true)); // prettier-ignore
  await page.user.click(screen.getByRole('button', { name: 'Disconnect' }));
  expect(screen.getByText(/^first 2 rows · SELECT/)).toBeTruthy();
});

test('a column header sorts the loaded rows', async () => {
  const page = await open();
  answer(...table(await run('select 1', page), [['10', 'a'], ['9', 'b']])); // prettier-ignore
  const cells = () => screen.getAllByRole('gridcell').map((cell) => cell.textContent);
  await page.user.click(screen.getByRole('button', { name: /^id/ }));
  expect(cells()).toEqual(['9', 'b', '10', 'a']);
  expect(screen.getByRole('columnheader', { name: /^id/ }).getAttribute('aria-sort')).toBe('ascending');
});

test('resizes columns by pointer, double click and keys', async () => {
  const page = await open();
  answer(...table(await run('select 1', page), [['1', 'x'.repeat(100)]]));
  const head = screen.getByRole('columnheader', { name: /^note/ });
  const width = () => Number.parseInt(head.style.width, 10);
  const grip = within(head).getByTitle(/^Drag to resize/);
  Object.assign(grip, { setPointerCapture: () => undefined });
  Object.defineProperty(head, 'offsetWidth', { configurable: true, get: width });
  expect(width()).toBe(340); // a long value is truncated at first
  fireEvent.pointerDown(grip, { button: 0, clientX: 400, pointerId: 1 });
  fireEvent.pointerMove(grip, { clientX: 200, pointerId: 1 });
  fireEvent.pointerUp(grip, { clientX: 200, pointerId: 1 });
  fireEvent.pointerMove(grip, { clientX: 900, pointerId: 1 });
  expect(width()).toBe(140);
  fireEvent.doubleClick(grip);
  const fitting = width();
  expect(fitting).toBeGreaterThan(700);
  act(() => screen.getByRole('grid').focus());
  await page.user.keyboard('{ArrowRight}{Alt>}{ArrowLeft}{ArrowLeft}{/Alt}');
  expect(width()).toBe(fitting - 48);
  await page.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(width()).toBe(fitting - 24);
  await page.user.keyboard('{Alt>}{Enter}{/Alt}');
  expect(width()).toBe(fitting);
  expect(screen.queryByLabelText('Value')).toBeNull();
});

test('opens a value with the keyboard', async () => {
  const page = await open();
  answer(...table(await run('select 1', page), [['1', 'line one\nline two']]));
  act(() => screen.getByRole('grid').focus());
  await page.user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByLabelText('Value').textContent).toBe('line one\nline two');
  await page.user.keyboard('{Escape}');
  expect(screen.queryByLabelText('Value')).toBeNull();
});

test('shows a failure at its position in the editor and in the messages', async () => {
  const page = await open();
  const id = await run('select 1; select no', page);
  answer(
    { type: 'failed', id, message: 'column "no" does not exist', position: 7, hint: 'Look again', code: '42703' },
    { type: 'done', id, ms: 1 },
  );
  expect(screen.getByText('17: column "no" does not exist')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/column "no" does not exist.*Look again.*42703/s);
});

test('cancels a running statement', async () => {
  const page = await open();
  const id = await run('select pg_sleep(30)', page);
  await page.user.click(screen.getByRole('button', { name: /Cancel/ }));
  expect(sent.at(-1)).toEqual({ type: 'cancel', id });
  answer({ type: 'cancelled', id }, { type: 'done', id, ms: 9 });
  expect(screen.getByText('Stopped.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy();
});

test('an open transaction is shown, can be committed and needs confirmation before leaving', async () => {
  const page = await open();
  const id = await run('begin', page);
  answer(
    { type: 'set', id, set: 0, command: 'BEGIN', hasMore: false, ms: 1 },
    { type: 'transaction', state: 'open' },
    { type: 'done', id, ms: 1 },
  );
  expect(screen.getByText('BEGIN · 1 ms')).toBeTruthy();
  await page.user.click(screen.getByRole('link', { name: 'Databases' }));
  expect(await screen.findByRole('dialog', { name: 'Leave with an open transaction?' })).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await page.user.click(screen.getByRole('button', { name: 'Commit' }));
  expect(sent.at(-1)).toMatchObject({ type: 'run', sql: 'COMMIT' });
  answer({ type: 'transaction', state: 'none' }, { type: 'done', id: lastId(), ms: 1 });
  expect(screen.queryByText('Transaction open')).toBeNull();
});

test('keeps the text and shows the reason when the session ends', async () => {
  const page = await open();
  await page.user.type(page.field, 'select 1');
  answer({ type: 'ended', reason: 'An administrator ended the session' });
  expect(screen.getByText(/An administrator ended the session/)).toBeTruthy();
  expect(page.field.value).toBe('select 1');
  await page.user.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(page.session.state.get().kind).toBe('connecting');
});

test('keeps the text and shows the reason when the sign-in expires during a statement', async () => {
  const page = await open();
  await run('select pg_sleep(9)', page);
  problem = { kind: 'refused', status: 403, why: 'need auth' };
  act(() => socket.onclose?.({ reason: '' }));
  expect(await screen.findByText(/The server reported: “need auth”\. A statement that was running may/)).toBeTruthy();
  expect(page.field.value).toBe('select pg_sleep(9)');
  // Signing in again opens a new page, with the text as it was.
  cleanup();
  const again = await open();
  expect(again.field.value).toBe('select pg_sleep(9)');
  await again.user.click(screen.getByRole('button', { name: 'Run' }));
  expect(sent.at(-1)).toMatchObject({ type: 'run', sql: 'select pg_sleep(9)' });
});

test('edits and runs statements without a catalog, and reloads the catalog', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const page = await open();
  const catalog = sent.find(({ type }) => type === 'catalog');
  await run('select 1', page);
  answer({ type: 'failed', id: (catalog as { id: number }).id, message: 'The list of tables took too long to read.' });
  expect(screen.queryByRole('alert')).toBeNull();
  const panel = within(screen.getByLabelText('Tables of the database'));
  expect(panel.getByText(/^The names could not be read: The list of tables took too long to read\./)).toBeTruthy();
  expect(panel.queryByText('No tables that this user may read')).toBeNull();
  answer(...table(lastId(), [['1', 'a']]));
  expect(screen.getAllByRole('gridcell').map((cell) => cell.textContent)).toEqual(['1', 'a']);
  await page.user.type(page.field, ' + 1');
  expect(page.field.value).toBe('select 1 + 1');
  await page.user.click(panel.getByRole('button', { name: 'Reload' }));
  answer({ type: 'catalog', id: lastId(), tables: [], last: true });
  expect(panel.getByText('No tables that this user may read')).toBeTruthy();
});

test('inserts a statement from the history and clears the history', async () => {
  const page = await open();
  answer({ type: 'done', id: await run('select 41', page), ms: 1 });
  await page.user.clear(page.field);
  await page.user.click(screen.getByRole('button', { name: 'History' }));
  await page.user.click(screen.getByRole('button', { name: /select 41/ }));
  expect(page.field.value).toBe('select 41');
  await page.user.click(screen.getByRole('button', { name: 'Clear history' }));
  expect(screen.getByText('No queries yet')).toBeTruthy();
});

test('renders only the visible cells of ten thousand columns', async () => {
  const page = await open();
  const id = await run('select wide', page);
  const columns = Array.from({ length: 10_000 }, (_, n) => ({ name: `c${n}`, type: 'int4', kind: 'number' as const }));
  answer(
    { type: 'columns', id, set: 0, columns },
    { type: 'rows', id, set: 0, rows: [columns.map(() => '1')] },
    { type: 'done', id, ms: 1 },
  );
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('10000');
  expect(screen.getAllByRole('gridcell').length).toBeLessThan(50);
});

test('a double click on Run does not cancel, and a double click on Cancel does not run', async () => {
  const page = await open();
  fireEvent.change(page.field, { target: { value: 'insert into t select pg_sleep(3)' } });
  const runs = () => sent.filter(({ type }) => type === 'run').length;
  const runButton = screen.getByRole('button', { name: 'Run' });
  fireEvent.click(runButton, { detail: 1 });
  const id = lastId();
  fireEvent.click(runButton, { detail: 2 });
  expect(sent.at(-1)?.type).toBe('run');
  const cancelButton = screen.getByRole('button', { name: /Cancel/ });
  fireEvent.click(cancelButton, { detail: 1 });
  expect(sent.at(-1)).toEqual({ type: 'cancel', id });
  answer({ type: 'cancelled', id }, { type: 'done', id, ms: 9 });
  fireEvent.click(cancelButton, { detail: 2 });
  expect(runs()).toBe(1);
  // A statement may end between the two clicks.
  fireEvent.click(runButton, { detail: 1 });
  answer({ type: 'done', id: lastId(), ms: 1 });
  fireEvent.click(runButton, { detail: 2 });
  expect(runs()).toBe(2);
});

test.each([
  ['open', true],
  ['none', false],
] as const)('the server ends the session with a transaction that is %s', async (state, isShown) => {
  await open();
  answer({ type: 'transaction', state }, { type: 'ended', reason: 'Access revoked' });
  const note = screen.getByText(/Access revoked/).textContent;
  expect(note.includes('An open transaction was rolled back.')).toBe(isShown);
});

test('Disconnect asks for confirmation with an open transaction and reports its rollback', async () => {
  const page = await open();
  answer({ type: 'transaction', state: 'open' });
  await page.user.click(screen.getByRole('button', { name: 'Disconnect' }));
  const dialog = await screen.findByRole('dialog', { name: 'Disconnect with an open transaction?' });
  expect(page.session.state.get().kind).toBe('ready');
  await page.user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  expect(page.session.state.get().kind).toBe('ended');
  expect(screen.getByText(/The open transaction was rolled back/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Disconnect needs no confirmation without a transaction', async () => {
  const page = await open();
  await page.user.click(screen.getByRole('button', { name: 'Disconnect' }));
  expect(page.session.state.get().kind).toBe('ended');
  expect(screen.queryByText(/rolled back/)).toBeNull();
});

test('the confirmation before leaving updates when the statement ends', async () => {
  const page = await open();
  const id = await run('select pg_sleep(3)', page);
  await page.user.click(screen.getByRole('link', { name: 'Databases' }));
  await screen.findByRole('dialog', { name: 'Leave while a statement is running?' });
  answer({ type: 'done', id, ms: 3000 });
  const dialog = await screen.findByRole('dialog', { name: 'Leave the query console?' });
  expect(dialog.textContent).toContain('No statement is running');
  expect(dialog.textContent).not.toContain('rolled back');
});

test('shows a note after an automatic reconnect until the user dismisses it', async () => {
  const page = await open();
  answer({ type: 'done', id: await run('set search_path = other', page), ms: 1 });
  act(() => {
    socket.onclose?.({ reason: '' });
    page.session.connect(true);
  });
  act(() => socket.onopen?.());
  answer(QUERY_READY);
  expect(screen.getByText(/This is a new session/).parentElement?.textContent).toMatch(/USE and temporary tables/);
  await page.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/This is a new session/)).toBeNull();
});

const saved = async (page: Awaited<ReturnType<typeof open>>, format: string): Promise<string> => {
  let blob: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    blob = file as Blob;
    return 'blob:x';
  });
  vi.stubGlobal('innerHeight', 4000); // room for the menu
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await page.user.click(screen.getByRole('button', { name: /^Export/ }));
  await page.user.click(await screen.findByRole('menuitem', { name: new RegExp(format) }));
  await waitFor(() => expect(blob).toBeTruthy());
  return (await blob?.text()) ?? '';
};

test('exports rows in the order of the grid and reports truncated values', async () => {
  const page = await open();
  answer(...table(await run('select 1', page), [['2', 'b'], ['1', { cut: 'a', chars: 90_000 }]])); // prettier-ignore
  await page.user.click(screen.getByRole('button', { name: /^id/ }));
  expect(await saved(page, 'CSV')).toBe('id,note\r\n1,a… (cut from 90000 characters)\r\n2,b\r\n');
  await waitFor(() => expect(lastToast()).toBe('1 value of the file is cut, and marked in it'));
});

test('reports truncated values when copying', async () => {
  const page = await open();
  answer(...table(await run('select 1', page), [['1', { cut: 'abc', chars: 90_000 }]]));
  act(() => screen.getByRole('grid').focus());
  await page.user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}');
  await waitFor(() => expect(lastToast()).toBe('Row with 1 cut value copied'));
  await page.user.keyboard('{ArrowRight}{Control>}c{/Control}');
  await waitFor(() => expect(lastToast()).toBe('Only the beginning of the value was copied'));
});

test('closing a result keeps the names of the others and focuses its neighbour', async () => {
  const page = await open();
  const id = await run('select 1', page);
  const [columns, rows, end] = table(id, [['1', 'a']]) as [object, object, object];
  for (const set of [0, 1, 2]) answer(...([columns, rows, end].map((one) => ({ ...one, set })) as QueryAnswer[]));
  answer({ type: 'done', id, ms: 1 });
  const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
  expect(names()).toEqual(['Result 1', 'Result 2', 'Result 3', 'Messages']);
  await page.user.click(screen.getByRole('tab', { name: 'Result 2' }));
  await page.user.click(screen.getByRole('button', { name: 'Close result set' }));
  expect(names()).toEqual(['Result 1', 'Result 3', 'Messages']);
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Result 3', selected: true }));
  await page.user.click(screen.getByRole('button', { name: 'Close result set' }));
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Result', selected: true }));
  await page.user.click(screen.getByRole('button', { name: 'Close result set' }));
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Messages' }));
});

test('the editor receives keys typed before it has loaded, and then the focus', async () => {
  const opening = open();
  for (const key of ['s', 'x', 'Backspace', 'h', 'Enter', 'F6']) fireEvent.keyDown(document.activeElement!, { key });
  const { field } = await opening;
  expect(field.value).toBe('sh\n');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('moves the focus to a neighbouring control when the focused button disappears', async () => {
  const page = await open();
  answer(...table(await run('select 1', page), [['1', 'a']], true));
  await page.user.click(screen.getByRole('button', { name: /^Load/ }));
  answer({ type: 'set', id: lastId(), set: 0, command: 'SELECT', hasMore: false, ms: 1 });
  answer({ type: 'done', id: lastId(), ms: 1 });
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Result' }));
  answer({ type: 'transaction', state: 'open' });
  await page.user.click(screen.getByRole('button', { name: 'Roll back' }));
  answer({ type: 'transaction', state: 'none' }, { type: 'done', id: lastId(), ms: 1 });
  expect(document.activeElement).toBe(page.field);
  await page.user.click(screen.getByRole('button', { name: 'Disconnect' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reconnect' }));
  await page.user.keyboard('{Enter}');
  expect(page.session.state.get().kind).toBe('connecting');
  expect(document.activeElement).toBe(page.field);
});

test('a run without a connection shows a warning', async () => {
  const page = await open();
  await page.user.type(page.field, 'select 1');
  await page.user.click(screen.getByRole('button', { name: 'Disconnect' }));
  await page.user.click(page.field);
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  expect(toasts.queue.get().at(-1)).toMatchObject({
    text: 'Not connected. Reconnect to run statements.',
    isWarning: true,
  });
});

test('the header shows the selected database and the product', async () => {
  const page = await open({ protocol: 'mysql', version: '10.11.19-MariaDB-0+deb12u1' });
  expect(screen.getByText(/MariaDB 10\.11\.19$/).textContent).not.toContain('MySQL');
  const id = await run('use other', page);
  answer({ type: 'set', id, set: 0, command: 'USE', hasMore: false, ms: 1 }, { type: 'done', id, ms: 1 });
  expect(screen.getByText('ann on other')).toBeTruthy();
  const unclear = await run('use "b"', page);
  answer(
    { type: 'set', id: unclear, set: 0, command: 'USE', hasMore: false, ms: 1 },
    { type: 'done', id: unclear, ms: 1 },
  );
  expect(screen.getByText('ann on an unknown database')).toBeTruthy();
});
