import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { noTransfers } from '../../../../tests/support/noTransfers.ts';
import { ApiError } from '../../../api/errors.ts';
import { ValueStore, Emitter } from '../../../lib/valueStore.ts';
import type { SessionEvent } from '../../../wire/terminal/frames.ts';
import { decodeSessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { SessionState } from '../session/sessionState.ts';
import FilesLayer from './FilesLayer.tsx';
import { PaneFiles } from './PaneFiles.ts';

let files: PaneFiles;
let events: Emitter<SessionEvent>;
let sent: unknown[];
let refusal: Error | undefined;
let made: string[];
const onClosed = vi.fn();

beforeEach(() => {
  [events, sent, refusal, made] = [new Emitter(), [], undefined, []];
  onClosed.mockClear();
  const session = { id: 'sid', login: 'root', server_id: 'box', cluster_name: 'east', owner: 'admin' };
  files = new PaneFiles(
    {
      metadata: new ValueStore(decodeSessionMetadata(JSON.stringify({ session }))),
      state: new ValueStore<SessionState>({ kind: 'live' }),
      events,
      secondFactor: { wasAsked: false },
      requestFile: (request) => void sent.push(request),
      decideFile: (decision) => void sent.push(decision),
    },
    {
      ...noTransfers,
      listFolder: async (_, path) =>
        path.startsWith('~/missing')
          ? undefined
          : {
              entries: ['taken', 'x\u202egpj'].map((name) => ({ name, kind: 'file', sizeBytes: 1200 })),
              truncated: false,
            },
      makeFolder: async (_, path) => void made.push(path),
      upload: async () => {
        if (refusal) throw refusal;
      },
    },
  );
  const props = { files, host: 'box', isModerated: false, off: undefined, self: 'mara', onClosed };
  render(<FilesLayer {...props} />);
});

const ask = (more: object = {}) =>
  act(() =>
    events.emit({
      event: 'file_transfer_request',
      ...{ requestId: 'r1', requester: 'admin', location: '/etc/hosts', filename: '', download: true, approvers: [] },
      ...more,
    }),
  );
const button = (name: string) => screen.getByRole('button', { name });
const downloads = () => files.transfers.list.get().map(({ request }) => 'path' in request && request.path);
const upload = (name: string) => act(() => files.transfers.upload([{ file: new File(['text'], name), name }], '~/'));

test('shows who requests a file; a request can be approved once and then still denied', async () => {
  ask();
  expect(screen.getByRole('alert').textContent).toMatch(/admin asks to download \/etc\/hosts.*no approval yet/);
  await userEvent.click(button('Approve download'));
  await userEvent.click(button('Approve download'));
  ask({ approvers: ['mara'] });
  expect(button('Approve download').getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button('Deny'));
  await userEvent.click(button('Deny'));
  expect(sent).toEqual([
    { requestId: 'r1', approved: true },
    { requestId: 'r1', approved: false },
  ]);
  ask({ event: 'file_transfer_request_deny' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows hidden characters in a request as codes', () => {
  ask({ requester: 'ad\u202emin', location: '/srv/\u202egpj.exe', approvers: ['jo\u200b'] });
  expect(screen.getByRole('alert').textContent).toMatch(
    /ad⟨U\+202E⟩min asks to download \/srv\/⟨U\+202E⟩gpj\.exe.*approved by jo⟨U\+200B⟩/,
  );
  ask({ location: '/srv/\u2066', filename: 'a\u202egpj.exe', download: false });
  expect(screen.getByRole('alert').textContent).toMatch(/upload a⟨U\+202E⟩gpj\.exe to \/srv\/⟨U\+2066⟩/);
});

test('a user can withdraw but not approve their own request', async () => {
  ask({ requester: 'mara', location: '/srv/', filename: 'a.txt', download: false });
  expect(screen.getByRole('alert').textContent).toMatch(/You asked to upload a\.txt to \/srv\//);
  expect(screen.queryByRole('button', { name: 'Approve upload' })).toBeNull();
  await userEvent.click(button('Withdraw'));
  expect(sent).toEqual([{ requestId: 'r1', approved: false }]);
});

test('a download accepts a file or a folder, and Escape closes the panel', async () => {
  act(() => files.panel.set('download'));
  const field = screen.getByRole('combobox', { name: 'File or folder on box' });
  expect(document.activeElement).toBe(field);
  expect(button('Download').getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(field, 'logs/');
  expect(screen.getByText('The folder is downloaded as a tar archive')).toBeTruthy();
  expect(button('Download').getAttribute('aria-disabled')).toBeNull();
  await userEvent.type(field, 'app.log');
  expect(button('Download').getAttribute('aria-disabled')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect([files.panel.get(), onClosed.mock.calls.length]).toEqual([undefined, 1]);
});

test('shows hidden characters in a suggestion as codes', async () => {
  act(() => files.panel.set('download'));
  await userEvent.type(screen.getByRole('combobox', { name: 'File or folder on box' }), 'x');
  await userEvent.click(await screen.findByRole('option', { name: 'x⟨U+202E⟩gpj' }));
  expect(files.path.get()).toBe('~/x\u202egpj');
});

test('downloads once per click, and disables the button for the remaining folder', async () => {
  act(() => files.panel.set('download'));
  await userEvent.type(screen.getByRole('combobox', { name: 'File or folder on box' }), 'logs/app.log');
  await userEvent.click(button('Download'));
  expect(files.path.get()).toBe('~/logs/');
  expect(button('Download').getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button('Download'));
  expect(downloads()).toEqual(['~/logs/app.log']);
});

test('downloads the folder in the field after the user edits it', async () => {
  act(() => files.panel.set('download'));
  const field = screen.getByRole('combobox', { name: 'File or folder on box' });
  await userEvent.type(field, 'logs/app.log{Enter}');
  await userEvent.type(field, '{Backspace}/{Enter}{Enter}');
  expect(downloads()).toEqual(['~/logs/', '~/logs/app.log']);
});

test('closes the suggestions when the download starts', async () => {
  act(() => files.panel.set('download'));
  const field = screen.getByRole('combobox', { name: 'File or folder on box' });
  for (const start of [() => userEvent.keyboard('{Enter}'), () => userEvent.click(button('Download'))]) {
    await userEvent.type(field, 'x');
    await screen.findByRole('option', { name: 'x⟨U+202E⟩gpj' });
    await start();
    expect(files.path.get()).toBe('~/');
    expect(screen.queryAllByRole('option')).toEqual([]);
  }
});

test('keeps spaces at the start and end of a path', async () => {
  act(() => files.panel.set('download'));
  const field = screen.getByRole('combobox', { name: 'File or folder on box' });
  await userEvent.type(field, 'trail {Enter}');
  await userEvent.clear(field);
  await userEvent.type(field, ' lead{Enter}');
  expect(downloads()).toEqual([' lead', '~/trail ']);
  act(() => files.panel.set('upload'));
  act(() => files.folder.set('/srv/trail '));
  const pick = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(pick!, new File(['x'], 'a'));
  expect(files.transfers.list.get()[0]?.request).toMatchObject({ folder: '/srv/trail ' });
});

test('asks about an existing file in its row, and shows the reason of a failure', async () => {
  act(() => files.panel.set('upload'));
  upload('taken');
  await screen.findByText(/A file of this name already exists: 1\.2 kB/);
  expect(screen.getByText('1 asks')).toBeTruthy();
  refusal = new ApiError('permission denied', 500);
  await userEvent.click(button('Replace it'));
  await screen.findByText('“permission denied”');
  refusal = undefined;
  await userEvent.click(button('Retry'));
  await screen.findByText('1 done');
  await userEvent.click(button('Clear done'));
  expect(screen.queryByRole('list', { name: 'Transfers' })).toBeNull();
});

test('creates a missing target folder on request, or skips its files', async () => {
  act(() => files.panel.set('upload'));
  const drop = (...names: string[]) =>
    act(() =>
      files.transfers.upload(
        names.map((name) => ({ file: new File(['x'], name), name })),
        '~/missing/in',
      ),
    );
  drop('one', 'two');
  await screen.findByText('Missing on box: ~/missing/in/');
  expect(made).toEqual([]);
  expect(screen.queryByText(/mkdir/)).toBeNull();
  await userEvent.click(button('Skip 2 uploads'));
  expect(files.transfers.list.get()).toEqual([]);
  drop('one', 'two');
  await userEvent.click(await screen.findByRole('button', { name: 'Create 1 folder and upload' }));
  await screen.findByText('2 done');
  expect(made).toEqual(['~', '~/missing', '~/missing/in']);
});

test('clears finished and failed transfers separately', async () => {
  act(() => files.panel.set('upload'));
  upload('done');
  await screen.findByText('1 done');
  refusal = new ApiError('permission denied', 500);
  upload('one');
  upload('two');
  await screen.findByText('2 failed, 1 done');
  await userEvent.click(button('Clear done'));
  await screen.findByText('2 failed');
  await userEvent.click(button('Clear failed'));
  expect(screen.queryByRole('list', { name: 'Transfers' })).toBeNull();
});

test('shows the directory of the shell in the field, and does not offer to download it', async () => {
  act(() => files.followShell('/srv/www'));
  act(() => files.panel.set('download'));
  const field = screen.getByRole('combobox', { name: 'File or folder on box' });
  expect(field.getAttribute('value')).toBe('/srv/www/');
  expect(button('Download').getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(field, 'app.log');
  expect(button('Download').getAttribute('aria-disabled')).toBeNull();
});

test('uploads selected files to the folder shown when the file picker opened', async () => {
  act(() => files.followShell('/srv/www'));
  act(() => files.panel.set('upload'));
  await userEvent.click(button('choose files'));
  act(() => files.followShell('/etc'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input!, new File(['x'], 'a'));
  expect(files.transfers.list.get()).toMatchObject([{ request: { folder: '/srv/www/', name: 'a' } }]);
});

test('an empty folder is created or renamed, and replaces no file', async () => {
  act(() => files.panel.set('upload'));
  act(() =>
    files.transfers.upload(
      [
        { file: undefined, name: 'logs/empty' },
        { file: undefined, name: 'taken' },
      ],
      '~/',
    ),
  );
  await screen.findByText(/A file of this name already exists: 1\.2 kB/);
  expect(screen.getByText('logs/empty/').closest('li')?.textContent).toMatch(/folder, \d\d:\d\d:\d\d/);
  expect(screen.queryByRole('button', { name: 'Replace it' })).toBeNull();
  expect(screen.queryByText(/Your file has/)).toBeNull();
  await userEvent.click(button('Upload as taken-2'));
  expect((await screen.findByText('taken-2/')).getAttribute('title')).toBe('~/taken-2');
});

test('completes a path with the Tab key', async () => {
  act(() => files.panel.set('download'));
  await userEvent.type(screen.getByRole('combobox', { name: 'File or folder on box' }), 'ta');
  await screen.findByRole('option', { name: 'taken' });
  await userEvent.keyboard('{Tab}');
  expect(files.path.get()).toBe('~/taken');
});
