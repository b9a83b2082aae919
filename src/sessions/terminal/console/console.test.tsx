import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { consolePorts } from '../../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { ASSERTION } from '../../../../tests/support/wireSamples.ts';
import { toActiveSession } from '../../../api/activeSessions.ts';
import { config } from '../../../api/config.ts';
import { prefetchPopups } from '../../../ui/Popup.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { SESSIONS_END_AT_ONCE } from '../../../wire/config.ts';
import { NO_DEVICE_MESSAGE, NO_KEY_MESSAGE } from '../../../wire/terminal/frames.ts';
import type { SessionState } from '../session/sessionState.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { ConsoleModel } from './ConsoleModel.ts';
import { ConsolePage } from './ConsolePage.tsx';
import { SessionBanner } from './SessionBanner.tsx';
import { activeTab } from './tabs.ts';
import type { FactorPromptProps } from './TerminalPane.tsx';

beforeAll(prefetchPopups);

let sockets: FakeTerminalSocket[];
let model: ConsoleModel;
let parties: { id: string; user: string }[];
const SID = 'eeb62b0d-2708-4069-a081-6b3807fc3260';

beforeEach(() => {
  sockets = [];
  parties = [];
  const ports = consolePorts(() => {
    const socket = new FakeTerminalSocket();
    sockets.push(socket);
    return socket;
  });
  model = new ConsoleModel(
    { kind: 'node', clusterId: 'east', serverId: 'web-1', login: 'root' },
    { ...ports, fetchSessions: async () => [toActiveSession({ id: SID, parties })] },
  );
});
beforeEach(() => model.self.set('admin'));
afterEach(() => {
  for (const { id } of model.documents.get().tabs) model.close(id);
});

const show = () =>
  render(<ConsolePage model={model} home="/web" tools={null} FactorPrompt={FactorPrompt} keysHref="/keys" />);
const FactorPrompt = ({ session, declined, onAnswer, onDecline, onRetry }: FactorPromptProps) => (
  <>
    <p>{`A factor for ${session.login} on ${session.host}${declined ? ', declined' : ''}`}</p>
    <button onClick={() => onAnswer(ASSERTION)}>Give</button>
    <button onClick={onDecline}>Decline</button>
    <button onClick={onRetry}>Ask again</button>
  </>
);
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-selected'));
const activePanes = () => {
  const tab = activeTab(model.documents.get());
  return tab?.kind === 'terminal' ? tab.panes : [];
};
const openSecond = () => act(() => model.open({ kind: 'node', clusterId: 'east', serverId: 'web-2', login: 'deploy' }));

const onPhone = () => {
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    for (const { id } of toasts.queue.get()) toasts.close(id);
  });
};

test('shows messages as toasts on a phone, which has no status bar', async () => {
  onPhone();
  show();
  act(() => model.news.emit('ana joined root@web-1'));
  expect(toasts.queue.get()).toMatchObject([{ text: 'ana joined root@web-1', isWarning: false }]);
});

test('a failed action shows a warning icon each time', async () => {
  show();
  for (const times of [1, 2]) {
    await userEvent.keyboard('{Control>}{Shift>}C{/Shift}{/Control}');
    expect(within(screen.getByText('Nothing is selected')).getByRole('img', { name: 'Warning' })).toBeTruthy();
    act(() => model.news.emit(`ana joined root@web-${times}`));
    expect(screen.queryByRole('img', { name: 'Warning' })).toBeNull();
  }
});

test('a phone marks a failed action, and repeats the message for a second attempt', async () => {
  onPhone();
  show();
  for (const _ of [1, 2]) await userEvent.keyboard('{Control>}{Shift>}C{/Shift}{/Control}');
  expect(toasts.queue.get()).toMatchObject(Array(2).fill({ text: 'Nothing is selected', isWarning: true }));
});

test.each([
  ['another participant', ['admin', 'ana'], 'ana', '80 × 25, size set by ana'],
  ['the user in another window', ['admin', 'admin'], 'admin', '80 × 25, size set by your other window'],
  ['a participant who has left', ['admin'], 'ana', '80 × 25'],
])('the status bar names %s as the source of the size', async (_, users, user, label) => {
  parties = users.map((name, i) => ({ id: String(i), user: name }));
  show();
  act(() => sockets[0]?.begin());
  act(() => sockets[0]?.frame('r', '$ '));
  act(() => sockets[0]?.frame('a', JSON.stringify({ event: 'resize', size: '80:25', user })));
  expect(await screen.findByText(label)).toBeTruthy();
});

test('tabs are one tab stop: arrows move the focus, Enter activates, Delete closes', async () => {
  show();
  openSecond();
  expect(tabs()).toEqual(['false', 'true']);
  const person = userEvent.setup();
  screen.getByRole('tab', { name: /deploy@web-2/ }).focus();
  await person.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /root@web-1/ }));
  expect(tabs()).toEqual(['false', 'true']);
  await person.keyboard('{Enter}');
  expect(tabs()).toEqual(['true', 'false']);
  expect(document.title).toBe('east • root@web-1');
  await person.keyboard('{Delete}');
  expect(screen.getAllByRole('tab')).toHaveLength(1);
});

test('shows only the active tab panel, and keeps the others mounted', () => {
  show();
  openSecond();
  expect(screen.getAllByRole('tabpanel').map((panel) => panel.getAttribute('aria-labelledby'))).toEqual([
    `tab-${activeTab(model.documents.get())?.id}`,
  ]);
  expect(screen.getAllByRole('tabpanel', { hidden: true })).toHaveLength(2);
});

test('Alt and a digit activate a tab independent of the focus', async () => {
  show();
  openSecond();
  await userEvent.keyboard('{Alt>}[Digit1]{/Alt}');
  expect(tabs()).toEqual(['true', 'false']);
});

test('the questions about pasted text and the clipboard show hidden characters', async () => {
  show();
  const terminal = model.terminal(activePanes()[0]?.id ?? -1);
  act(() => terminal?.paste('ls \u202e\u200b# safe\r\nrm\n'));
  const text = await screen.findByLabelText('Text to paste');
  expect(text.textContent).toBe('ls ⟨U+202E⟩⟨U+200B⟩# safe\nrm\n');
  await userEvent.click(screen.getByRole('button', { name: 'Do not paste' }));
  act(() => terminal?.clipboardRequest.set('curl \u2066x\x1b\n'));
  expect(screen.getByRole('alert').textContent).toContain('“curl ⟨U+2066⟩x⟨U+001B⟩⏎”');
});

test('the blank tab offers to open a closed session again', async () => {
  show();
  act(() => {
    sockets[0]?.begin();
    sockets[0]?.frame('c');
  });
  expect(document.title).toBe('Console');
  await userEvent.click(screen.getByRole('button', { name: 'Open root@node-1 again' }));
  expect(sockets).toHaveLength(2);
});

test('asks for confirmation before it closes an active session, and names the effect', async () => {
  show();
  act(() => {
    sockets[0]?.begin({ created: '2020-01-01T00:00:00Z' });
    sockets[0]?.frame('r', '$ ');
  });
  const person = userEvent.setup();
  const closeTab = () => person.click(screen.getByRole('button', { name: 'Close' }));
  const take = (...users: string[]) =>
    act(async () => {
      parties = users.map((user) => ({ id: user, user }));
      await vi.waitFor(() => {
        model.people.refresh();
        expect(model.people.bySession.get().get(SID)?.parties).toHaveLength(users.length);
      });
    });
  await take('admin');
  await closeTab();
  expect(screen.getByRole('dialog', { name: 'End session root@node-1?' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Keep session' }));
  expect(model.documents.get().tabs).toHaveLength(1);
  await take('admin', 'mara', 'jo');
  await closeTab();
  expect(screen.getByText(/2 other participants continue without you/)).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Leave session' }));
  expect(model.documents.get().tabs).toHaveLength(0);
});

test('sends a close frame after a confirmed end if the server supports it, but not without confirmation', async () => {
  config.extensions = [SESSIONS_END_AT_ONCE];
  parties = [{ id: '1', user: 'admin' }];
  show();
  await act(async () => {
    sockets[0]?.begin({ created: '2020-01-01T00:00:00Z' });
    sockets[0]?.frame('r', '$ ');
    await vi.waitFor(() => {
      model.people.refresh();
      expect(model.people.bySession.get().get(SID)?.parties).toHaveLength(1);
    });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(sockets[0]?.sent.map(({ type }) => type)).not.toContain('c');
  await userEvent.click(screen.getByRole('button', { name: 'End session' }));
  expect([sockets[0]?.sent.at(-1)?.type, sockets[0]?.closedWith]).toEqual(['c', 1000]);
  act(() => {
    model.open({ kind: 'node', clusterId: 'east', serverId: 'web-2', login: 'root' });
    sockets[1]?.begin({ id: 'young', created: new Date().toISOString() });
    sockets[1]?.frame('r', '$ ');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect([sockets[1]?.sent.some(({ type }) => type === 'c'), sockets[1]?.closedWith]).toEqual([false, 1000]);
  config.extensions = [];
});

test("the confirmation for the last participant of another user's session offers to leave it", () => {
  const effect = { kind: 'ends', lingers: true } as const;
  const question = { title: 'root@node-1', effect, transfers: 0, close: () => undefined };
  render(<CloseDialog question={question} onClose={() => undefined} />);
  expect(screen.getByRole('dialog', { name: 'Leave session root@node-1?' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Leave session' })).toBeTruthy();
});

test('the confirmation on a cluster says that the shell continues for some minutes', () => {
  const question = {
    title: 'root@node-1',
    effect: { kind: 'ends', lingers: false },
    transfers: 0,
    close: () => undefined,
  } as const;
  render(<CloseDialog question={question} onClose={() => undefined} />);
  const { textContent } = screen.getByRole('dialog', { name: 'End session root@node-1?' });
  expect(textContent).toContain('keeps the shell and its processes for about five more minutes');
  expect(textContent).not.toContain('end now.');
});

const acts = { tryNow: vi.fn(), stopTrying: vi.fn(), startOver: vi.fn(), close: vi.fn() };
const cut = (why: string | undefined): SessionState => ({ kind: 'ended', how: { kind: 'cut', ...(why && { why }) } });
const loss = { atMs: 0, why: { kind: 'network' } } as const;

test.each<[SessionState, RegExp, string[]]>([
  [
    { kind: 'lost', loss, next: { attempt: 2, atMs: Date.now() + 3600_000 } },
    /network between this browser .* failed.*attempt 2 of 10/s,
    ['Try now', 'Stop trying', 'Open a new session instead'],
  ],
  [{ kind: 'lost', loss }, /Rejoining was stopped/, ['Try again', 'Open a new session instead']],
  [{ kind: 'ended', how: { kind: 'exit', status: 3 } }, /status 3.*kept/s, ['New session on web-1', 'Close pane']],
  [{ kind: 'refused', status: 404, why: 'no such node' }, /answered 404.*“no such node”/s, ['Try again', 'Close pane']],
])('shows the state and the possible actions: %j', (state, words, buttons) => {
  render(<SessionBanner hasOutput title="root@web-1" state={state} hasUnsent={false} keysHref="/keys" acts={acts} />);
  expect(screen.getByRole('alert').textContent).toMatch(words);
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(buttons);
});

test('a refused join offers a new session on the named server', () => {
  const state = { kind: 'refused', status: 0, why: 'ssh: could not start shell' } as const;
  const shared = { title: 'root@web-1', hasOutput: true, hasUnsent: false, keysHref: '/keys', acts };
  render(<SessionBanner {...shared} isJoin state={state} />);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'New session on web-1',
    'Close pane',
  ]);
});

test('offers new sessions in all ended panes only if there are several', async () => {
  const startOverGone = vi.fn();
  const state = { kind: 'ended', how: { kind: 'gone' } } as const;
  const shared = { title: 'root@web-1', hasOutput: true, hasUnsent: false, keysHref: '/keys', state };
  const all = { ...acts, startOverGone };
  const { rerender } = render(<SessionBanner {...shared} goneCount={1} acts={all} />);
  expect(screen.queryByRole('button', { name: /all/ })).toBeNull();
  rerender(<SessionBanner {...shared} goneCount={3} acts={all} />);
  await userEvent.click(screen.getByRole('button', { name: 'New sessions in all 3 panes that ended' }));
  expect(startOverGone).toHaveBeenCalledOnce();
});

/** The message of a cluster. */
const NO_DEVICE_ERROR =
  "rpc error: code = PermissionDenied desc = MFA is required to access this resource but user has no MFA devices; use 'tsh mfa add' to register MFA devices";

test.each([NO_DEVICE_MESSAGE, NO_KEY_MESSAGE, NO_DEVICE_ERROR])('shows a link to add a hardware key for: %s', (why) => {
  const state = { kind: 'refused', status: 0, why } as const;
  render(<SessionBanner hasOutput title="root@web-1" state={state} hasUnsent={false} keysHref="/keys" acts={acts} />);
  expect(screen.getByRole('alert').textContent).toContain(`“${why}”`);
  expect(screen.getByRole('link', { name: 'Add a hardware key in your account' }).getAttribute('href')).toBe('/keys');
});

test('reports input that was not sent while the connection is lost', async () => {
  show();
  const session = model.terminal(model.focused()?.id ?? -1)?.session;
  act(() => {
    sockets[0]?.begin();
    sockets[0]?.frame('r', '$ ');
    session?.suspect();
    session?.stopTrying();
  });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).not.toContain('may not have arrived');
  await userEvent.keyboard('rm');
  expect(alert.textContent).toContain('may not have arrived');
  act(() => session?.tryNow());
  act(() => {
    sockets.at(-1)?.begin();
    sockets.at(-1)?.frame('r', '$ ');
  });
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each<[string, SessionState, boolean, RegExp, RegExp | undefined]>([
  [
    'a removed guest',
    cut('Access revoked: your roles'),
    true,
    /^You were removed from the session.*“Access revoked/,
    /is kept/,
  ],
  [
    'a guest who was removed before the second factor',
    { kind: 'ended', how: { kind: 'cut', why: 'lock targeting User:"mara" is in force' }, isEarly: true },
    true,
    /^You could not join the session.*“lock targeting/,
    /is kept/,
  ],
  ['a removed owner', cut('Access revoked: your roles'), false, /^The session has ended.*“Access revoked/, /is kept/],
  [
    'a signed-out user',
    cut('You were signed out by an administrator.'),
    false,
    /^You were signed out.*by an administrator/,
    undefined,
  ],
  [
    'a user whose sign-in has expired',
    cut('The sign-in that this was opened with has expired.'),
    false,
    /^The session has ended.*“The sign-in that this was opened with has expired/,
    undefined,
  ],
  ['a guest of a broken shell', cut(undefined), true, /^The session has ended/, /is kept/],
])('explains the end of the session to %s', (_, state, isGuest, words, kept) => {
  const shared = { title: 'root@web-1', hasOutput: true, hasUnsent: false, keysHref: '/keys', acts };
  render(<SessionBanner {...shared} state={state} isGuest={isGuest} />);
  const text = screen.getByRole('alert').textContent;
  expect(text).toMatch(words);
  expect(text).toMatch(kept ?? /output above is not kept/);
});

const showLoss = (props: Pick<ComponentProps<typeof SessionBanner>, 'hasUnsent' | 'acts'>) =>
  render(<SessionBanner hasOutput title="root@web-1" state={{ kind: 'lost', loss }} keysHref="/keys" {...props} />);

test('reports that later input may not have arrived', () => {
  showLoss({ hasUnsent: true, acts });
  expect(screen.getByRole('alert').textContent).toContain('Later input may not have arrived.');
});

test('offers no new session if the server is unknown', () => {
  showLoss({ hasUnsent: false, acts: { ...acts, startOver: undefined } });
  expect(screen.queryByRole('button', { name: /new session/ })).toBeNull();
});

const CHALLENGE = '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}},"totp_challenge":false}';

test('asks for the second factor in the pane, and sends nothing else before the answer', async () => {
  show();
  act(() => {
    sockets[0]?.begin();
    sockets[0]?.frame('n', CHALLENGE);
  });
  const session = model.terminal(model.focused()?.id ?? -1)?.session;
  expect(screen.getByText('A factor for root on node-1')).toBeTruthy();
  expect(screen.getAllByText('Waiting for your second factor')).toHaveLength(2);
  act(() => {
    session?.type('ls\r');
    session?.resize({ cols: 100, rows: 30 });
  });
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Decline' }));
  expect(screen.getByText('A factor for root on node-1, declined')).toBeTruthy();
  expect(screen.getAllByText('No second factor given, not connected')).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(sockets[0]?.sent).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Give' }));
  act(() => sockets[0]?.frame('r', '$ '));
  expect(sockets[0]?.sent.map(({ type }) => type)).toEqual(['n', 'w', 'r']);
  expect(JSON.parse(sockets[0]?.sent[0]?.payload ?? '')).toEqual(ASSERTION);
});

test('reports a refusal if the server stops waiting after a declined second factor', () => {
  show();
  act(() => {
    sockets[0]?.begin();
    sockets[0]?.frame('n', CHALLENGE);
    model.terminal(model.focused()?.id ?? -1)?.session.secondFactor.decline(true);
    sockets[0]?.drop();
  });
  expect(screen.getByRole('alert').textContent).toMatch(/No session was opened.*no second factor was given in time/);
  expect(sockets).toHaveLength(1);
});

test('a split shows both panes and focuses one, and arrow keys move the divider', async () => {
  show();
  act(() => void model.split(model.focused()?.id ?? -1, 'row'));
  expect(screen.getAllByRole('region').map((pane) => pane.getAttribute('aria-label'))).toEqual([
    'root@web-1, pane 1',
    'root@web-1, pane 2',
  ]);
  expect(screen.getByRole('tab').textContent).toContain('2 panes');
  const divider = screen.getByRole('separator', { name: 'Width of the panes' });
  divider.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(divider.getAttribute('aria-valuenow')).toBe('52');
});

test('broadcasts input only after a confirmation that lists the terminals, and marks the receivers', async () => {
  show();
  act(() => void model.split(model.focused()?.id ?? -1, 'row'));
  const person = userEvent.setup();
  await person.keyboard('{Control>}{Shift>}b{/Shift}{/Control}');
  const dialog = screen.getByRole('dialog', { name: 'Type into several terminals at once?' });
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(2);
  await person.click(within(dialog).getByRole('button', { name: 'Type into 2 terminals' }));
  expect(screen.getByText(/Typing goes to 2 of 2 panes/)).toBeTruthy();
  expect(screen.getAllByText('Receives typing')).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: /^Stop/ }));
  expect(screen.queryByText('Receives typing')).toBeNull();
});

test('F2 renames a tab, and Alt with arrows moves it', async () => {
  show();
  openSecond();
  const person = userEvent.setup();
  screen.getByRole('tab', { name: /deploy@web-2/ }).focus();
  await person.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(screen.getAllByRole('tab')[0]?.textContent).toContain('deploy@web-2');
  await person.keyboard('{F2}');
  await person.type(screen.getByRole('textbox', { name: 'Name' }), 'incident{Enter}');
  expect(screen.getByRole('tab', { name: /incident/ })).toBeTruthy();
  expect(document.title).toBe('east • incident');
});

test('Ctrl+Shift+arrow focuses the next pane, also from a pane without a shell', async () => {
  show();
  const [first] = activePanes();
  act(() => void model.split(first?.id ?? 0, 'row'));
  const [, second] = activePanes();
  expect(model.focused()?.id).toBe(second?.id);
  expect(document.activeElement).toBe(document.body);
  await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
  expect(model.focused()?.id).toBe(first?.id);
});

test('lists many tabs in a menu, and scrolls the active tab into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  show();
  for (let i = 2; i <= 7; i++)
    act(() => model.open({ kind: 'node', clusterId: 'east', serverId: `web-${i}`, login: 'deploy' }));
  expect(scrolled.mock.contexts.at(-1)).toBe(screen.getByRole('tab', { name: /deploy@web-7/ }).parentElement);
  await userEvent.click(screen.getByRole('button', { name: 'Tabs, 7 open' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'deploy@web-3' }));
  expect(screen.getByRole('tab', { name: /deploy@web-3/ }).getAttribute('aria-selected')).toBe('true');
  expect(scrolled.mock.contexts.at(-1)).toBe(screen.getByRole('tab', { name: /deploy@web-3/ }).parentElement);
});
