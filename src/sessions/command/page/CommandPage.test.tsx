import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FakeCommandSocket } from '../../../../tests/support/commandSocket.ts';
import type * as assistRequests from '../../../api/assistRequests.ts';
import { assistRequest, offeredContext, readOffer } from '../../../api/assistRequests.ts';
import { toNode } from '../../../api/nodes.ts';
import { systemClock } from '../../../lib/clock.ts';
import { CommandDesk, type DeskPorts } from '../run/CommandDesk.ts';
import { CommandHistory } from '../run/CommandHistory.ts';
import { CommandPage } from './CommandPage.tsx';
import { RunDialog } from './RunDialog.tsx';
import type { CommandFactorProps } from './RunFactor.tsx';
import { prefetchPopups } from '../../../ui/Popup.tsx';

vi.mock('../../../api/assistRequests.ts', async (load) => ({
  ...(await load<typeof assistRequests>()),
  hasAssist: () => true,
}));

beforeAll(prefetchPopups);

const NODES = [
  toNode({ id: 'a', hostname: 'web-1', sshLogins: ['root', 'deploy'] }),
  toNode({ id: 'b', hostname: 'web-2', sshLogins: ['root', 'deploy'] }),
  toNode({ id: 'c', hostname: 'db-1', sshLogins: ['root'] }),
  toNode({ id: 'd', hostname: 'kiosk', sshLogins: ['guest'] }),
];

let sockets: FakeCommandSocket[];
let ran: { command: string; login: string; ids: readonly string[] }[];
let fetchNodes: DeskPorts['fetchNodes'];
const user = userEvent.setup();

beforeEach(() => {
  localStorage.clear();
  sockets = [];
  ran = [];
  fetchNodes = async (ids) => NODES.filter(({ id }) => ids.includes(id));
  // happy-dom has no layout: this fakes a screen that fits all rows.
  for (const height of ['offsetHeight', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, height, 'get').mockImplementation(function (this: HTMLElement) {
      return this.className.includes('scroller') ? 900 : 34;
    });
});

const Factor = ({ servers, onDecline }: CommandFactorProps) => (
  <div role="dialog" aria-label={`Factor for ${servers}`}>
    <button onClick={onDecline}>Do not run</button>
  </div>
);

function Held({ desk, first }: { desk: CommandDesk; first: readonly string[] }) {
  const [ids, setIds] = useState(first);
  return (
    <>
      <CommandPage
        desk={desk}
        history={new CommandHistory(localStorage, 'ana', 'command#1')}
        ids={ids}
        onIds={setIds}
        onBack={() => undefined}
        FactorPrompt={Factor}
      />
    </>
  );
}

const open = (...ids: string[]) => openDesk({}, ids);

async function openDesk(differing: Partial<DeskPorts>, ids: readonly string[]) {
  const desk = new CommandDesk({
    open: (task, on) => {
      ran.push({ ...task, ids: on });
      const socket = new FakeCommandSocket();
      sockets.push(socket);
      return socket;
    },
    explain: () => Promise.resolve({ kind: 'unreachable' }),
    addressBytes: ({ command }, on) => command.length + 80 * on.length,
    fetchNodes: (wanted, signal) => fetchNodes(wanted, signal),
    clock: systemClock,
    nodesPerSocket: Infinity,
    nodesAtOnce: 30,
    pingServer: () => Promise.resolve(true),
    stopsCommands: true,
    ...differing,
  });
  render(<Held desk={desk} first={ids} />);
  await screen.findByRole('textbox', { name: 'Command' });
}
const field = () => screen.getByRole('textbox', { name: 'Command' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const runOn = async (count: number, command: string) => {
  await user.type(field(), command);
  await user.click(button(`Run on ${count} servers`));
  const dialog = await screen.findByRole('dialog', { name: `Run on ${count} servers?` });
  await user.click(within(dialog).getByRole('button', { name: `Run on ${count} servers` }));
};
const socket = () => sockets.at(-1)!;
const receives = (happens: () => void) => act(happens);

test('offers the logins that all servers allow, root last, and updates them when a server is removed', async () => {
  await open('a', 'b', 'c');
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options()).toEqual(['root']);
  await user.click(button('Remove db-1'));
  expect(options()).toEqual(['deploy', 'root']);
});

test('disables Run and gives the reason if the servers have no login in common', async () => {
  await open('a', 'd');
  await user.type(field(), 'uptime');
  expect(screen.getByText(/No login is allowed on all 2: deploy on 1, guest on 1, root on 1/)).toBeTruthy();
  await user.click(button('Run on 2 servers'));
  expect(ran).toEqual([]);
});

test('runs on one server without confirmation', async () => {
  await open('a');
  await user.type(field(), 'uptime');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(ran).toEqual([{ command: 'uptime', login: 'deploy', ids: ['a'] }]);
});

test('the confirmation shows the command, and "Do not run" keeps it in the field', async () => {
  await open('a', 'b');
  await user.type(field(), 'rm -r /srv/old');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Run on 2 servers?' });
  expect(dialog.textContent).toContain('rm -r /srv/old');
  await user.click(within(dialog).getByRole('button', { name: 'Do not run' }));
  expect(ran).toEqual([]);
  expect(field()).toHaveProperty('value', 'rm -r /srv/old');
});

test('the confirmation on a cluster says that commands cannot be stopped and how many servers run at a time', () => {
  const shared = { command: 'uptime', login: 'root', onRun: () => undefined, onClose: () => undefined };
  const { rerender } = render(<RunDialog {...shared} servers={10} />);
  const asked = (servers: number) => screen.getByRole('dialog', { name: `Run on ${servers} servers?` }).textContent;
  expect(asked(10)).toContain(
    'As root on all of them at the same time. This cluster cannot stop a command that has started.',
  );
  rerender(<RunDialog {...shared} servers={11} />);
  expect(asked(11)).toContain('As root on 10 of them at the same time.');
});

test('shows the result and output of each server, and can explain, filter and rerun failures', async () => {
  await open('a', 'b');
  await runOn(2, 'uptime');
  receives(() => {
    socket().open().beginOn('a', 'b');
    socket().receive('a', 'up 3 days\n');
    socket().done('a');
    socket().receive('b', 'no such file\n', 'stderr');
    socket().receive('b', 'Process exited with status 3', 'teleport-error');
    socket().drop(1005);
  });
  expect(await screen.findByText('Finished: 1 of 2 done, 1 failed')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Output of web-1' })).toHaveProperty('textContent', 'up 3 days\n');
  expect(button(/web-2.*exit 3/)).toBeTruthy();
  expect(screen.getByText('stderr')).toBeTruthy();
  const offers = [...offeredContext.get().values()].map(readOffer);
  expect(offers).toMatchObject([{ kind: 'output', title: 'uptime, failed on 1 server' }]);
  expect(offers[0]?.text).toMatch(/Command: uptime[^]*web-2[^]*exit 3[^]*no such file/);
  expect(offers[0]?.text).not.toContain('web-1');
  await user.click(button('Explain failures'));
  expect(assistRequest.get()).toEqual({ draft: 'Explain why this failed.', context: offers });
  await user.click(button('Explain the output of web-2'));
  expect(assistRequest.get()?.context).toMatchObject([{ title: 'web-2, exit 3' }]);
  await user.click(screen.getByRole('radio', { name: 'Failed 1' }));
  expect(screen.queryByRole('button', { name: /^web-1/ })).toBeNull();
  await user.click(button('Run again on 1 failed'));
  expect(ran.map(({ ids }) => ids)).toEqual([['a', 'b'], ['b']]);
});

const heads = () =>
  within(screen.getByRole('list', { name: 'Results by server' }))
    .getAllByRole('button', { expanded: true })
    .map(({ textContent }) => textContent);

test('groups servers with equal results below the one that differs, and remembers the individual view', async () => {
  await open('a', 'b', 'c');
  await runOn(3, 'cat /etc/os-release');
  receives(() => {
    socket().open().beginOn('a', 'b', 'c');
    for (const id of ['a', 'c']) {
      socket().receive(id, 'Debian 12\n');
      socket().done(id);
    }
  });
  expect(await screen.findByRole('button', { name: /^2 servers.*exit 0/ })).toBeTruthy();
  expect(heads()).toEqual([expect.stringContaining('2 servers'), expect.stringContaining('web-2running')]);
  receives(() => {
    socket().receive('b', 'Debian 11\n');
    socket().done('b');
  });
  await screen.findByText('differs');
  expect(heads()).toEqual([expect.stringContaining('web-2exit 0'), '2 serversexit 0']);
  expect(screen.getByRole('region', { name: 'Output of 2 servers' }).textContent).toBe('Debian 12\n');
  await user.type(screen.getByRole('searchbox', { name: 'Find in names and outputs' }), 'DB-1');
  await waitFor(() => expect(heads()).toEqual(['2 serversexit 0']));
  await user.clear(screen.getByRole('searchbox'));
  await user.click(screen.getByRole('radio', { name: 'Individual' }));
  expect(heads().map((words) => words.replace(/exit.*/, ''))).toEqual(['web-1', 'web-2', 'db-1']);
  expect(new CommandHistory(localStorage, 'ana', 'command#1').view.get()).toBe('each');
});

test('keeps the order of expanded results until the user selects "Show differences first"', async () => {
  await open('a', 'b', 'c', 'd');
  localStorage.clear();
  await user.click(button('Remove kiosk'));
  await runOn(3, 'uname -r');
  receives(() => {
    socket().open().beginOn('a', 'b', 'c');
    socket().receive('a', '6.1\n');
    socket().done('a');
    socket().receive('b', '6.6\n');
    socket().done('b');
  });
  await user.click(await screen.findByRole('button', { name: /^web-2/ }));
  await user.click(button(/^web-2/));
  receives(() => {
    socket().receive('c', '6.1\n');
    socket().done('c');
  });
  expect(await screen.findByRole('button', { name: /^2 servers/ })).toBeTruthy();
  expect(heads().map((words) => words.replace(/exit.*/, ''))).toEqual(['2 servers', 'web-2']);
  await user.click(button('Show differences first'));
  expect(heads().map((words) => words.replace(/exit.*/, ''))).toEqual(['web-2', '2 servers']);
});

test('Stop asks for confirmation, closes the socket and reports the state of each server', async () => {
  await open('a', 'b');
  await runOn(2, 'sleep 1000');
  receives(() => socket().open().beginOn('a'));
  await user.click(button('Stop'));
  await user.click(await screen.findByRole('button', { name: 'Stop on 2 servers' }));
  expect(socket().closedWith).toBe(1000);
  expect(await screen.findByRole('button', { name: /web-1.*stopped/ })).toBeTruthy();
  expect(button(/web-2.*not started/)).toBeTruthy();
});

test('closes the stop confirmation when the command ends', async () => {
  await open('a', 'b');
  await runOn(2, 'sleep 1');
  await user.click(button('Stop'));
  await screen.findByRole('dialog', { name: 'Stop the command on 2 servers?' });
  receives(() => {
    socket().open().beginOn('a', 'b').drop(1005);
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('runs nothing when the user declines the second factor', async () => {
  await open('a', 'b');
  await runOn(2, 'uptime');
  receives(() => socket().open().frame('n', '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}}}'));
  await user.click(await screen.findByRole('button', { name: 'Do not run' }));
  expect(await screen.findByRole('button', { name: /2 servers.*not started/ })).toBeTruthy();
  expect(socket().closedWith).toBe(1000);
});

test('declining the second factor of one socket does not stop the servers of another socket', async () => {
  await openDesk({ nodesPerSocket: 1 }, ['a', 'b']);
  await runOn(2, 'sleep 9');
  receives(() => sockets[0]?.open().beginOn('a'));
  receives(() => socket().open().frame('n', '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}}}'));
  const question = await screen.findByRole('dialog', { name: 'Factor for 1' });
  await user.click(within(question).getByRole('button', { name: 'Do not run' }));
  expect(await screen.findByRole('button', { name: /web-2.*not started/ })).toBeTruthy();
  expect(button(/web-1.*running/)).toBeTruthy();
  expect([sockets[0]?.closedWith, socket().closedWith]).toEqual([undefined, 1000]);
});

test('reports a command that is too long for an address', async () => {
  await open('a');
  await user.click(field());
  await user.paste('x'.repeat(20_000));
  await user.click(button('Run on 1 server'));
  expect(screen.getByText(/The command is too long/)).toBeTruthy();
  expect(ran).toEqual([]);
});

test('restores a command from the list of recent commands, and clears the list', async () => {
  await open('a');
  await user.type(field(), 'uptime');
  await user.click(button('Run on 1 server'));
  receives(() => {
    socket().open().beginOn('a').drop(1005);
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.clear(field());
  await user.click(button('Recent'));
  await user.click(screen.getByRole('menuitem', { name: 'uptime' }));
  expect(field()).toHaveProperty('value', 'uptime');
  await user.click(button('Recent'));
  await user.click(screen.getByRole('menuitem', { name: 'Clear recent commands' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Recent' })).toBeNull());
});

test('reports servers that are not available, and can remove them', async () => {
  await open('a', 'gone');
  expect(screen.getByText('1 server of the address is not available.')).toBeTruthy();
  await user.click(button('Remove it'));
  expect(screen.queryByText(/not available/)).toBeNull();
});

test('moves the focus to the command field, and keeps the command, when the last server is removed', async () => {
  await open('a');
  await user.type(field(), 'uptime');
  const remove = await screen.findByRole('button', { name: 'Remove web-1' });
  remove.focus();
  await user.click(remove);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Command' }));
  expect(field()).toHaveProperty('value', 'uptime');
});

test('reports that the servers could not be loaded, and can try again', async () => {
  let fails = true;
  fetchNodes = async () => {
    if (fails) throw new Error('offline');
    return NODES.slice(0, 1);
  };
  await open('a');
  expect(await screen.findByText('Could not load the servers.')).toBeTruthy();
  fails = false;
  await user.click(button('Try again'));
  expect(await screen.findByRole('button', { name: 'Remove web-1' })).toBeTruthy();
});

test('opens one socket per server on a cluster, and "Stop watching" says that the commands continue', async () => {
  await openDesk({ nodesPerSocket: 1, nodesAtOnce: 2, stopsCommands: false }, ['a', 'b', 'c']);
  await runOn(3, 'sleep 9');
  expect(ran.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
  await user.click(button('Stop'));
  const dialog = await screen.findByRole('dialog', { name: 'Stop watching 3 servers?' });
  expect(dialog.textContent).toContain('It runs until it ends by itself');
  await user.click(within(dialog).getByRole('button', { name: 'Stop watching' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows a recent command that has the name of a menu action', async () => {
  new CommandHistory(localStorage, 'ana', 'command#1').ran('forget');
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open('a');
  await user.click(button('Recent'));
  await user.click(await screen.findByRole('menuitem', { name: 'forget' }));
  expect(field()).toHaveProperty('value', 'forget');
  expect(errors).not.toHaveBeenCalled();
});
