import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ACL, answerDiscover, answers, open, sent, SLOW } from '../../../tests/support/discoverPage.tsx';
import { KeptRuns } from './flow/keptRuns.ts';

answerDiscover();

const WEB_1 = { id: 'n1', hostname: 'web-1', addr: '', tunnel: false, logins: ['root'] };
const AT = '/discover?resource=server-debian';
const keepRun = () =>
  new KeptRuns('mara').save('discover/server-debian#1', {
    step: 1,
    values: { labels: {}, isBehindNat: false, node: WEB_1, resourceIds: ['5b1e'] },
  });
const acl = { ...ACL, users: {} };

test('a command that starts a flow offers to continue an unfinished run of a named server', async () => {
  keepRun();
  const { router } = open({ acl });
  await act(() => router.navigate(AT));
  await screen.findByText(/You have not finished/, undefined, SLOW);
  expect(screen.queryByRole('heading', { name: /Set up access/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Continue with web-1' }));
  await screen.findByRole('heading', { name: 'Set up access to web-1' }, SLOW);
});

test('“Start over” discards the run', async () => {
  keepRun();
  const { router } = open({ acl });
  await act(() => router.navigate(AT));
  await userEvent.click(await screen.findByRole('button', { name: 'Start over' }, SLOW));
  await screen.findByText(/install-node\.sh/, undefined, SLOW);
  await waitFor(() => expect(new KeptRuns('mara').load('discover/server-debian#1')?.step).toBe(0));
});

test('a link offers a choice and creates no join token before it', async () => {
  keepRun();
  open({ at: AT, byLink: true });
  await screen.findByRole('button', { name: 'Start over' }, SLOW);
  expect(sent.some(({ path }) => path.endsWith('/token'))).toBe(false);
});

test('a reload continues without a question', async () => {
  keepRun();
  open({ at: AT, acl, isReload: true });
  await screen.findByText(/Your roles do not allow you to change traits/, undefined, SLOW);
});

test('“Continue” in the selector continues without a question', async () => {
  keepRun();
  answers['nodes'] = { items: [] };
  open({ acl });
  await userEvent.click(screen.getByRole('button', { name: 'Continue: Debian 8+' }));
  await screen.findByText(/Your roles do not allow you to change traits/, undefined, SLOW);
});
