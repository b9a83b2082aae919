import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { consolePorts } from '../../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { toActiveSession } from '../../../api/activeSessions.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import type { SessionJson } from '../../../wire/terminal/sessionJson.ts';
import { ConsoleModel } from '../console/ConsoleModel.ts';
import { ConsolePage } from '../console/ConsolePage.tsx';

const SID = 'eeb62b0d-2708-4069-a081-6b3807fc3260';
let socket: FakeTerminalSocket;
let model: ConsoleModel;

/** A console of joe on a session of root on node-1. Without a mode it is joe's own session. */
async function show(mode: string | undefined, people: readonly string[], session: Partial<SessionJson> = {}) {
  model = new ConsoleModel(
    mode === undefined
      ? { kind: 'node', clusterId: 'east', serverId: 'web-1', login: 'root' }
      : { kind: 'session', clusterId: 'east', sid: SID, mode },
    {
      ...consolePorts(() => (socket = new FakeTerminalSocket())),
      fetchSessions: async () => [
        toActiveSession({ id: SID, parties: people.map((user, i) => ({ id: `${user}-${i}`, user })) }),
      ],
    },
  );
  model.self.set('joe');
  render(<ConsolePage model={model} home="/web" tools={null} FactorPrompt={() => null} keysHref="/keys" />);
  await act(async () => {
    socket.begin({ owner: mode === undefined ? 'joe' : 'mara', ...session });
    socket.frame('r', '$ ');
  });
}
afterEach(() => {
  for (const { id } of model.documents.get().tabs) model.close(id);
});
const band = () => screen.queryByRole('group', { name: 'Your role in this session' });
const keysSent = () => socket.sent.filter(({ type }) => type === 'r').map(({ payload }) => payload);

test("shows no mode banner in the user's own session", async () => {
  await show(undefined, ['joe', 'mara']);
  expect(band()).toBeNull();
});

test('an observer sees the participants, is informed once that input is not sent, and can leave', async () => {
  Object.assign(serverBehaviour, { endsSessionsAtOnce: true });
  onTestFinished(() => void Object.assign(serverBehaviour, { endsSessionsAtOnce: false }));
  await show('observer', ['mara', 'joe', 'mara']); // mara has two windows with the session
  const own = within(band()!);
  expect(band()!.textContent).toContain('You observe. Your input is not sent');
  expect(own.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['maraowner', 'joeyou']);
  expect(own.queryByRole('button', { name: 'End for everyone' })).toBeNull();
  act(() => model.terminal(model.focused()!.id)!.take('l'));
  expect(own.getByRole('alert').textContent).toMatch(/^Your input was not sent/);
  await userEvent.click(own.getByRole('button', { name: 'Leave session' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave session root@node-1?' }));
  await userEvent.click(question.getByRole('button', { name: 'Leave session' }));
  expect(socket.closedWith).toBe(1000);
  expect(screen.queryByRole('tab')).toBeNull();
});

test('“Leave session” asks for confirmation before the last participant leaves', async () => {
  await show('peer', ['joe'], { created: '2020-01-01T00:00:00Z' });
  await userEvent.click(within(band()!).getByRole('button', { name: 'Leave session' }));
  expect(await screen.findByRole('dialog', { name: 'Leave session root@node-1?' })).toBeTruthy();
  expect(socket.closedWith).toBeUndefined();
});

test('a moderator ends the session for everyone only after confirmation', async () => {
  await show('moderator', ['mara', 'joe']);
  await userEvent.click(screen.getByRole('button', { name: 'End for everyone' }));
  const question = await screen.findByRole('dialog', { name: 'End session root@node-1 for everyone?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Keep session' }));
  expect(keysSent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'End for everyone' }));
  await userEvent.click(await screen.findByRole('button', { name: 'End session' }));
  expect(keysSent()).toEqual(['t']);
});

test('the owner of a moderated session can share it, with an address for each mode', async () => {
  await show(undefined, ['joe'], { moderated: true });
  expect(screen.getByText('Moderated')).toBeTruthy();
  expect(band()!.textContent).toContain('No other participant is here');
  await userEvent.click(within(band()!).getByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share session root@node-1' }));
  for (const mode of ['observer', 'moderator', 'peer'])
    expect(dialog.getByRole('group', { name: `Address to join as ${mode}` }).textContent).toContain(
      `/web/cluster/example.test/console/session/${SID}?mode=${mode}`,
    );
  expect(dialog.getByText('you, owner')).toBeTruthy();
});

test('closes an open dialog when the session ends', async () => {
  await show(undefined, ['joe'], { moderated: true });
  await userEvent.click(within(band()!).getByRole('button', { name: 'Share' }));
  await screen.findByRole('dialog');
  act(() => socket.frame('c'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the status bar reports a participant who joins or leaves', async () => {
  await show(undefined, ['joe']);
  act(() => socket.frame('a', JSON.stringify({ event: 'session.join', user: 'ana' })));
  expect(screen.getByText('ana joined root@node-1')).toBeTruthy();
  act(() => socket.frame('a', JSON.stringify({ event: 'session.leave', user: 'ana' })));
  expect(screen.getByText('ana left root@node-1')).toBeTruthy();
});
