import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answers, open, SLOW, answerDiscover } from '../../../../tests/support/discoverPage.tsx';
import { JOINED_SERVERS, REVERSE_TUNNELS, toFeatures, TOKEN_LABELS } from '../../../wire/config.ts';

answerDiscover();

const GATEWAY = {
  isEmbedded: true,
  config: { postern: { features: toFeatures([TOKEN_LABELS, REVERSE_TUNNELS, JOINED_SERVERS]) } },
};
const report = (step: string, text: string, ok = true, hostname = 'web-1') => ({ time: '', step, text, ok, hostname });
const BEGUN = [report('start', 'Joining the cluster east'), report('sshd', 'sshd has read its configuration anew')];
const UNREACHED = report('reach', 'The gateway does not reach sshd of this machine at port 22. Open the port', false);
const ENDED = report('finish', 'This machine is in the cluster east as web-1');
const WEB_1 = { id: 'n1', siteId: 'east', hostname: 'web-1', addr: '10.0.0.1', sshLogins: ['root'] };
const AT = '/discover?resource=server-debian';

const status = () => within(screen.getByRole('region', { name: 'Status' }));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('reads the report to its end, and a listed server that is unreachable is not a success', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answers['joins'] = { joins: BEGUN };
  const { router } = open({ at: AT, ...GATEWAY });
  await screen.findByText(/^curl -fsSL/, undefined, SLOW);
  answers['nodes'] = { items: [WEB_1] };
  await wait(3500);
  // The gateway is still trying to reach it.
  status().getByText('Server web-1 has joined (10.0.0.1)');
  status().getByText('The gateway tries to reach it.');

  const foreign = report('reach', 'The gateway reaches sshd of this machine', true, 'web-2');
  answers['joins'] = { joins: [...BEGUN, UNREACHED, ENDED, foreign] };
  await wait(3500);
  status().getByText('Server web-1 has joined, but the gateway does not reach it');
  status().getByText(UNREACHED.text);
  // The command is shown so that the user can run it again with a tunnel.
  screen.getByText(/^curl -fsSL/);
  screen.getByRole('checkbox', { name: /reverse tunnel/ });
  expect(screen.queryByRole('button', { name: 'Add label' })).toBeNull();

  // A continued run does not count it as a success either.
  act(() => void router.navigate('/elsewhere'));
  act(() => screen.getByRole('button', { name: 'Leave' }).click());
  await screen.findByText('Elsewhere');
  answers['joins'] = { joins: [] };
  await act(() => router.navigate(AT, { state: { resumes: true } }));
  await screen.findByText('Server web-1 has joined, but the gateway does not reach it', undefined, SLOW);
  status().getByText(UNREACHED.text);
});

test('a server that becomes reachable is a success, and its report is no longer read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answers['joins'] = { joins: [...BEGUN, UNREACHED] };
  answers['nodes'] = { items: [WEB_1] };
  open({ at: AT, ...GATEWAY });
  await screen.findByText(/but the gateway does not reach it/, undefined, SLOW);
  await wait(60_000);
  answers['joins'] = { joins: [...BEGUN, UNREACHED, report('tunnel', 'The reverse tunnel is connected', true, '')] };
  await wait(3500);
  status().getByText('Server web-1 has joined (10.0.0.1)');
  answers['joins'] = { joins: [...BEGUN, UNREACHED, report('tunnel', 'Is not read any more', true, '')] };
  await wait(60_000);
  expect(status().queryByText('Is not read any more')).toBeNull();
});

test('installed files of a reverse tunnel do not count as a connection', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const waits = report('reach', 'The reverse tunnel is not connected yet', false);
  const written = report('tunnel', '/etc/ssh/postern/tunnel.sh is new');
  answers['joins'] = { joins: [...BEGUN, waits, written, ENDED] };
  answers['nodes'] = { items: [WEB_1] };
  open({ at: AT, ...GATEWAY });
  await screen.findByText('Server web-1 has joined, but the gateway does not reach it', undefined, SLOW);
  answers['joins'] = { joins: [waits, written, ENDED, report('tunnel', 'The reverse tunnel is connected', true, '')] };
  await wait(3500);
  status().getByText('Server web-1 has joined (10.0.0.1)');
});

test('an error of the join token disappears with its labels', async () => {
  open({ at: AT, ...GATEWAY });
  await screen.findByText(/^curl -fsSL/, undefined, SLOW);
  const token = answers['token'];
  answers['token'] = new Response(JSON.stringify({ error: { message: 'no such label' } }), { status: 400 });
  fireEvent.click(screen.getByRole('button', { name: 'Add label' }));
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Name', 'env');
  type('Value', 'a'.repeat(1001));
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  screen.getByText('A value has at most 1000 characters');
  screen.getByText(/^curl -fsSL/);
  type('Value', 'prod');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('The join token could not be created.');
  answers['token'] = token;
  fireEvent.click(screen.getByRole('button', { name: /^Remove/ }));
  await screen.findByText(/^curl -fsSL/);
  expect(screen.queryByText('The join token could not be created.')).toBeNull();
});
