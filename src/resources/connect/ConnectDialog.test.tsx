import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderSection } from '../../../tests/support/accountHarness.tsx';
import { Refusal, stubServer, type Call } from '../../../tests/support/stubServer.ts';
import type { ConnectJson } from '../../wire/connect.ts';
import ConnectDialog from './ConnectDialog.tsx';

const user = userEvent.setup({ delay: null });
afterEach(() => vi.unstubAllGlobals());

const NODES = { items: [{ id: 'id-1', hostname: 'web-1', sshLogins: ['deploy'] }] };
const NONE: ConnectJson = { connect: {}, source: 'none', stale: false, revision: '' };

/** Opens the dialog over a server that has these settings. */
async function open(kind: string, read: unknown = NONE, save: (call: Call) => unknown = () => read) {
  const calls = stubServer((call) => {
    if (call.path.startsWith('sites/')) return NODES;
    return call.method === 'GET' ? read : save(call);
  });
  const onClose = vi.fn();
  renderSection(<ConnectDialog row={{ id: 'it', name: 'shop', kind }} onClose={onClose} />);
  await vi.waitFor(() => expect(screen.queryByText('Loading the settings')).toBeNull());
  return { calls, onClose, sent: () => calls.find(({ method }) => method === 'PUT')?.body };
}
const dialog = () => within(screen.getByRole('dialog'));
const save = () => user.click(dialog().getByRole('button', { name: 'Save' }));

test('builds the form from the schema and sends the entered values', async () => {
  const { sent, onClose } = await open('db');
  const [password] = await dialog().findAllByLabelText('Password');
  if (!password) throw new Error('there is no field for the password');
  await user.type(password, 'secret');
  await user.selectOptions(dialog().getByLabelText('Check of the server'), 'verify-ca');
  await user.type(dialog().getByLabelText('Database user'), 'reader');
  await user.click(dialog().getByRole('button', { name: 'Add account' }));
  await user.type(within(dialog().getByRole('group', { name: 'reader' })).getByLabelText('Account'), 'ann');
  await save();
  expect(sent()).toEqual({
    connect: { password: 'secret', tls: { mode: 'verify-ca' }, user_map: { reader: { user: 'ann' } } },
    revision: '',
  });
  expect(onClose).toHaveBeenCalledOnce();
  expect(dialog().queryByLabelText(/file/i)).toBeNull();
});

test('keeps, replaces or removes a stored secret and never shows it', async () => {
  const stored = { password: true, tls: { key: true, cert: 'PEM' }, user_map: { reader: { password: true } } };
  const { sent } = await open('db', { connect: stored, source: 'console', stale: false, revision: 'r1' });
  await dialog().findAllByText('Set');
  await user.click(dialog().getByRole('button', { name: 'Remove Private key' }));
  expect(dialog().getByText('Removed when you save')).toBeTruthy();
  const account = within(dialog().getByRole('group', { name: 'reader' }));
  await user.click(account.getByRole('button', { name: 'Replace Password' }));
  await user.type(account.getByLabelText('Password'), 'new');
  await save();
  expect(sent()).toEqual({
    connect: { password: true, tls: { key: null, cert: 'PEM' }, user_map: { reader: { password: 'new' } } },
    revision: 'r1',
  });
});

test('suggests servers and their logins for a connection through a server', async () => {
  await open('app');
  const via = await dialog().findByLabelText('Through a server');
  const options = (field: HTMLElement) =>
    [...(document.getElementById(field.getAttribute('list') ?? '')?.querySelectorAll('option') ?? [])].map(
      ({ value }) => value,
    );
  await vi.waitFor(() => expect(options(via)).toEqual(['web-1']));
  await user.type(via, 'web-1');
  expect(options(dialog().getByLabelText('Login on that server'))).toEqual(['deploy']);
});

test('sends the settings of only one protocol for a desktop', async () => {
  const { sent } = await open('windows_desktop', {
    connect: { vnc: { password: true } },
    source: 'console',
    stale: false,
    revision: 'r1',
  });
  await dialog().findByText('Set');
  await user.click(dialog().getByLabelText('RDP'));
  await user.type(dialog().getByLabelText('Account'), 'lab');
  await user.type(dialog().getByLabelText('Password'), 'secret');
  await user.click(dialog().getByLabelText('VNC'));
  expect(dialog().getByText('Set')).toBeTruthy();
  await user.click(dialog().getByLabelText('RDP'));
  await save();
  expect(sent()).toEqual({ connect: { rdp: { user: 'lab', password: 'secret' } }, revision: 'r1' });
});

test('warns that settings for a previous address are not used', async () => {
  await open('kube_cluster', { connect: { kubeconfig: true }, source: 'console', stale: true, revision: 'r1' });
  expect(await dialog().findByText('The gateway does not use these settings.')).toBeTruthy();
});

test('shows settings from gateway.yaml as read-only', async () => {
  await open('db', { connect: {}, source: 'file', stale: false, revision: '' });
  expect(await dialog().findByText(/gateway\.yaml/)).toBeTruthy();
  expect(dialog().queryByRole('button', { name: 'Save' })).toBeNull();
});

test('keeps the entered values when the server rejects them', async () => {
  const { onClose } = await open('kube_cluster', NONE, () => new Refusal(400, 'kubeconfig: it is odd'));
  await user.type(await dialog().findByLabelText('Kubeconfig'), 'text');
  await save();
  expect(await dialog().findByText(/it is odd/)).toBeTruthy();
  expect(dialog().getByLabelText<HTMLTextAreaElement>('Kubeconfig').value).toBe('text');
  expect(onClose).not.toHaveBeenCalled();
});

test('merges a concurrent change with the entered values and shows it before saving', async () => {
  let stored: ConnectJson<'db'> = { connect: { via: 'web-1' }, source: 'console', stale: false, revision: 'r1' };
  const calls = stubServer(({ path, method, body }) => {
    if (path.startsWith('sites/')) return NODES;
    const { revision } = (body ?? {}) as { revision?: string };
    return method === 'PUT' && revision !== stored.revision ? new Refusal(409, 'has been changed') : stored;
  });
  const onClose = vi.fn();
  renderSection(<ConnectDialog row={{ id: 'it', name: 'shop', kind: 'db' }} onClose={onClose} />);
  await vi.waitFor(() => expect(screen.queryByText('Loading the settings')).toBeNull());
  const [password] = await dialog().findAllByLabelText('Password');
  if (!password) throw new Error('there is no field for the password');
  await user.type(password, 'secret');
  stored = { ...stored, connect: { via: 'web-1', user_map: { ann: { user: 'ann_ro' } } }, revision: 'r2' };
  await save();
  expect(await dialog().findByText(/^Changed: user_map\.ann\.user\./)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await save();
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    connect: { via: 'web-1', password: 'secret', user_map: { ann: { user: 'ann_ro' } } },
    revision: 'r2',
  });
  expect(onClose).toHaveBeenCalledOnce();
});

test('asks for confirmation before it removes the settings', async () => {
  const { calls, onClose } = await open('app', {
    connect: { via: 'web-1' },
    source: 'console',
    stale: false,
    revision: 'r1',
  });
  await user.click(await dialog().findByRole('button', { name: 'Remove settings' }));
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(dialog().getByRole('button', { name: 'Remove settings' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls).toContainEqual({ method: 'DELETE', path: 'postern/connect/app/shop', body: undefined });
});
