import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderSection } from '../../../tests/support/accountHarness.tsx';
import { Refusal, stubServer, type Answer } from '../../../tests/support/stubServer.ts';
import { webSession } from '../../../tests/support/webSessionJson.ts';
import type { WebSessionJson } from '../../wire/webSessions.ts';
import { SessionsSection } from './SessionsSection.tsx';

const OWN = 'postern/sessions/web';
const here = webSession('here', { current: true, client: 'Chrome on macOS', method: 'passkey' });
const work = webSession('work');
const phone = webSession('phone', { client: 'Safari on iOS', method: 'sso', connector: 'corp' });

const user = userEvent.setup({ delay: null });

afterEach(() => vi.unstubAllGlobals());

/** Opens the section with a server that has these sessions. */
async function open(listed: WebSessionJson[], overrides: Record<string, Answer> = {}) {
  let known = listed;
  const calls = stubServer((call) => {
    const answer = overrides[`${call.method} ${call.path}`];
    if (answer) return answer(call);
    if (call.method === 'GET') return { sessions: known };
    const id = call.path.slice(OWN.length + 1);
    known = known.filter((session) => (id === '' ? session.current : session.id !== id));
    return { message: 'ok' };
  });
  const acts = { onSignOut: vi.fn<() => Promise<void>>().mockResolvedValue(), onSignedOut: vi.fn() };
  renderSection(<SessionsSection {...acts} />);
  await screen.findByText(/^\d+ sessions?$/);
  return {
    ...acts,
    sent: () => calls.map(({ method, path }) => `${method} ${path}`).filter((call) => !/^GET/.test(call)),
  };
}
const rows = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

test('lists every session with client, address and method, and marks the current one', async () => {
  await open([here, work, phone]);
  expect(rows()).toEqual([
    'Chrome on macOSThis session192.0.2.7, passkey',
    'Firefox on Linux192.0.2.7, password and code',
    'Safari on iOS192.0.2.7, single sign-on (corp)',
  ]);
  expect(screen.getByText('3 sessions')).toBeTruthy();
});

test('omits unknown details of an older session', async () => {
  const { method: _, ...old } = webSession('old', { client: '', address: '' });
  await open([here, old]);
  expect(rows()[1]).toBe('Unknown browser');
});

test('signs out another session at once and confirms it', async () => {
  const { sent } = await open([here, work]);
  await press('Sign out Firefox on Linux');
  await screen.findByText('Firefox on Linux signed out');
  expect(rows()).toHaveLength(1);
  expect(sent()).toEqual([`DELETE ${OWN}/work`]);
});

test('treats a session that already ended as signed out', async () => {
  await open([here, work], { [`DELETE ${OWN}/work`]: () => new Refusal(404, 'session "work" is not found') });
  await press('Sign out Firefox on Linux');
  await screen.findByText('Firefox on Linux signed out');
});

test.each([
  [403, /^Firefox on Linux was not signed out\..*403: “disk full”.*Nothing was changed/],
  [504, /^(?!.*Nothing was changed)It is unknown whether Firefox on Linux was signed out\..*504: “disk full”/],
])('shows an error with its reason and keeps the list: %i', async (status, words) => {
  await open([here, work], { [`DELETE ${OWN}/work`]: () => new Refusal(status, 'disk full') });
  await press('Sign out Firefox on Linux');
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(rows()).toHaveLength(2);
});

test('asks for confirmation for the current session and uses the sign-out of the page', async () => {
  const { onSignOut, sent } = await open([here, work]);
  await press('Sign out Chrome on macOS, this session');
  await user.click(dialog().getByRole('button', { name: 'Stay signed in' }));
  expect(onSignOut).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Sign out Chrome on macOS, this session');
  await user.click(dialog().getByRole('button', { name: 'Sign out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
  expect(sent()).toEqual([]);
});

test('signs out all other sessions after a confirmation with their number', async () => {
  const { sent, onSignedOut } = await open([here, work, phone]);
  await press('Sign out all others');
  expect(dialog().getByText('Sign out 2 other sessions?')).toBeTruthy();
  await user.click(dialog().getByRole('button', { name: 'Sign out 2 sessions' }));
  await screen.findByText('2 sessions signed out');
  expect(rows()).toHaveLength(1);
  expect(sent()).toEqual([`DELETE ${OWN}`]);
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('disables signing out other sessions if only the current one exists', async () => {
  await open([here]);
  expect(screen.getByRole('button', { name: 'Sign out all others' }).getAttribute('aria-disabled')).toBe('true');
  await press('Sign out everywhere');
  expect(dialog().getByText(/You have 1 session, this one/)).toBeTruthy();
});

test('signing out everywhere includes the current session and then leaves the page', async () => {
  const { onSignedOut } = await open([here, work]);
  await press('Sign out everywhere');
  expect(dialog().getByText(/All 2 sessions end, including this one/)).toBeTruthy();
  expect(onSignedOut).not.toHaveBeenCalled();
  await user.click(dialog().getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce());
});

test('keeps the dialog open after an error', async () => {
  const { onSignedOut } = await open([here, work], { [`DELETE ${OWN}`]: () => new Refusal(403, 'access denied') });
  await press('Sign out everywhere');
  await user.click(dialog().getByRole('button', { name: 'Sign out everywhere' }));
  await dialog().findByText('access denied');
  expect(onSignedOut).not.toHaveBeenCalled();
});

test('reports a session list that failed to load and offers a retry', async () => {
  let fails = true;
  const sessions = [here];
  stubServer(() => (fails ? new Refusal(500, 'disk full') : { sessions }));
  renderSection(<SessionsSection onSignOut={vi.fn()} onSignedOut={vi.fn()} />);
  await screen.findByText('Your sessions could not be loaded.');
  fails = false;
  await press('Try again');
  await screen.findByText('1 session');
});

test('shows a new session when the window gets the focus', async () => {
  const sessions = [here];
  stubServer(() => ({ sessions }));
  renderSection(<SessionsSection onSignOut={vi.fn()} onSignedOut={vi.fn()} />);
  await screen.findByText('1 session');
  sessions.push(work);
  window.dispatchEvent(new Event('focus'));
  await screen.findByText('2 sessions');
});
