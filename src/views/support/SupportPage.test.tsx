import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { toConfig } from '../../api/config.ts';
import { toUserContext } from '../../api/userContext.ts';
import { reportEvent } from '../../api/auth.ts';
import { toFeatures } from '../../wire/config.ts';
import { SupportPage } from './SupportPage.tsx';

const user = toUserContext({
  userName: 'mara',
  cluster: { name: 'east.example.test', authVersion: '13.1.3', publicURL: 'east.example.test:443' },
});
vi.mock('../../api/auth.ts', () => ({ reportEvent: vi.fn() }));

type Given = Parameters<typeof toConfig>[0];
const open = (hidden: { label: string; why: string }[] = [], features: string[] = [], given: Given = {}) => {
  const showKeys = vi.fn();
  const config = toConfig({ ...given, postern: { features: toFeatures(features) } });
  render(<SupportPage config={config} user={user} hidden={hidden} onShowKeys={showKeys} hrefs={{ enroll: '' }} />);
  return showKeys;
};

test('shows known cluster details and omits unknown ones', () => {
  open();
  expect(screen.getByText('13.1.3')).toBeTruthy();
  expect(screen.getByText('east.example.test:443')).toBeTruthy();
  expect(screen.queryByText('Public SSH tunnel')).toBeNull();
});

test('names the missing rule of each hidden page', () => {
  open([{ label: 'Users', why: 'Your roles lack user: list' }]);
  expect(screen.getByText('Your roles lack user: list')).toBeTruthy();
});

test('lists features that a cluster lacks', () => {
  open();
  expect(screen.getByRole('heading', { name: 'What this cluster cannot do here' })).toBeTruthy();
});

test('opens the list of keyboard shortcuts', async () => {
  const showKeys = open([], ['documents']);
  await userEvent.click(screen.getByRole('button', { name: /Show all keys/ }));
  expect(showKeys).toHaveBeenCalledOnce();
  expect(screen.queryByRole('heading', { name: 'What this cluster cannot do here' })).toBeNull();
});

test('on a gateway it links to the pages that add resources', () => {
  const config = toConfig({ postern: { features: toFeatures(['documents']) } });
  const administrator = { ...user, acl: { tokens: { create: true } } };
  const hrefs = { enroll: '/web/discover', resources: '/web/resources' };
  render(<SupportPage config={config} user={administrator} hidden={[]} onShowKeys={() => undefined} hrefs={hrefs} />);
  expect(screen.getByRole('link', { name: 'Enroll new resource' }).getAttribute('href')).toBe('/web/discover');
  expect(screen.getByRole('link', { name: 'Resources' }).getAttribute('href')).toBe('/web/resources');
});

test('offers premium support for usage-based billing and reports the click', async () => {
  open([], [], { isUsageBasedBilling: true });
  const offer = screen.getByRole('link', { name: 'Unlock premium support' });
  expect(offer.getAttribute('href')).toContain('?e_13.1.3&utm_campaign=CTA_PREMIUM_SUPPORT');
  await userEvent.click(offer);
  expect(reportEvent).toHaveBeenCalledExactlyOnceWith('tp.ui.callToAction.click', { eventData: 4 });
});

test('a cloud cluster links to support tickets, other clusters do not', () => {
  open([], [], { isCloud: true });
  expect(screen.getByRole('link', { name: 'Open a ticket' })).toBeTruthy();
  cleanup();
  open();
  expect(screen.queryByRole('heading', { name: /vendor/ })).toBeNull();
});

test('shows the install command of a server with a new join token', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push([path, JSON.parse(body)]);
    const suggestedLabels = [{ name: 'teleport.internal/resource-id', value: '5b1e' }];
    return new Response(JSON.stringify({ id: 'ab12', expiry: '2030-01-01T12:00:00Z', suggestedLabels }));
  });
  const config = toConfig({});
  const admin = { ...user, acl: { ...user.acl, tokens: { ...user.acl.tokens, create: true } } } as typeof user;
  render(
    <SupportPage
      config={config}
      user={admin}
      hidden={[]}
      onShowKeys={vi.fn()}
      adding="database"
      hrefs={{ enroll: '' }}
    />,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What to add' }), 'server');
  await userEvent.click(screen.getByRole('button', { name: 'Create install command' }));
  await screen.findByText(/curl -fsSL 'https:\/\/east\.example\.test\/scripts\/ab12\/install-node\.sh'/);
  expect(asked).toEqual([
    ['/v1/webapi/token', { roles: ['Node'], join_method: 'token', allow: [], suggested_agent_matcher_labels: {} }],
  ]);
  vi.unstubAllGlobals();
});
