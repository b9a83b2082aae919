// The access check over recorded responses, in cases that the roles alone do not decide.
import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { contextWith, FULL_ACL, stubLayout } from '../../../tests/support/resourceHarness.tsx';
import { Refusal, stubServer } from '../../../tests/support/stubServer.ts';
import { createDataProvider } from '../../dataProvider/dataProvider.ts';
import { resources, unserved } from '../../descriptors/index.ts';
import type { AccessCheck } from './accessAddress.ts';
import AccessSheet from './AccessSheet.tsx';

const ROOT = 'east';
const LEAF = 'leaf.example.test';
const user = contextWith(FULL_ACL);
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<object>()),
  userContext: () => user,
}));
vi.mock('../../api/config.ts', async (original) => {
  const { config } = await original<{ config: object }>();
  return { config: { ...config, proxyCluster: 'east' } };
});

/** `held`: names of the roles of ada. Only `ops` exists. */
type Spec = { allow: object; deny?: object; held?: readonly string[] };

const itemsOf: Readonly<Record<string, object>> = {
  nodes: { id: 'n1', hostname: 'web-1', addr: '10.0.0.1:22', tags: [{ name: 'owner', value: 'payments' }] },
  apps: { name: 'grafana', uri: 'http://10.0.0.1', publicAddr: 'g.test', clusterId: 'east', labels: [] },
  kubernetes: { name: 'eu-1', labels: [], kubernetes_users: [], kubernetes_groups: [] },
  databases: ['postgres', 'mysql'].map((protocol) => ({
    name: `${protocol}-1`,
    protocol,
    type: 'self-hosted',
    labels: [],
  })),
};

function check(
  ask: Partial<AccessCheck>,
  { allow, deny = {}, held = ['ops'] }: Spec,
  cluster = ROOT,
  traits: object = {},
) {
  stubLayout();
  const document = { kind: 'role', version: 'v6', metadata: { name: 'ops' }, spec: { allow, deny } };
  const calls = stubServer(({ path }) => {
    if (path === 'users/ada') return { name: 'ada', roles: held, authType: 'github', traits };
    if (path === 'roles') return [{ id: 'role:ops', kind: 'role', name: 'ops', content: JSON.stringify(document) }];
    const list = new RegExp(`^sites/${cluster}/(\\w+)$`).exec(path)?.[1] ?? '';
    const items = itemsOf[list];
    return items ? { items: [items].flat(), startKey: '', totalCount: 1 } : new Refusal(404, `no ${path}`);
  });
  const asked: AccessCheck = { user: 'ada', kind: 'node', id: 'n1', as: ['root'], ...ask };
  const page = (
    <CoreAdminContext
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
      dataProvider={createDataProvider([...resources, ...unserved], { isCurrent: false, hasRevisions: false })}
    >
      <AccessSheet ask={asked} clusterId={cluster} onAsk={() => undefined} onClose={() => undefined} />
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  return calls;
}

const shows = (text: string | RegExp) =>
  waitFor(() => expect(document.body.textContent).toMatch(text instanceof RegExp ? text : new RegExp(text)));

const everyServer = { logins: ['root'], node_labels: { '*': '*' } };

test('marks the verdict as uncertain when a role needs a trait that the server does not send', async () => {
  check({}, { allow: everyServer, deny: { node_labels: { owner: '{{external.team}}' } } });
  await shows('The answer may be different');
  expect(document.body.textContent).toContain('The server does not send the trait team of ada');
});

test('gives a certain verdict when the server sends the trait, even with an empty value', async () => {
  check({}, { allow: { ...everyServer, logins: ['root', '{{internal.logins}}'] } });
  await shows('Yes, ada may log in as root here');
  expect(document.body.textContent).not.toContain('may be different');
});

test('marks the verdict as uncertain when a role needs a label that lists omit', async () => {
  check({}, { allow: everyServer, deny: { node_labels: { 'teleport.hidden/tier': 'gold' } } });
  await shows('The answer may be different');
  expect(document.body.textContent).toContain('Lists leave out the label teleport.hidden/tier');
});

test('gives no verdict for a leaf cluster and does not read the roles of the root cluster', async () => {
  const calls = check({}, { allow: everyServer }, LEAF);
  await shows('Cannot check this');
  expect(document.body.textContent).toContain('In leaf.example.test the roles of that cluster decide');
  expect(document.body.textContent).not.toMatch(/Yes, ada|No, ada|Try in a draft/);
  expect(calls.map(({ path }) => path).filter((path) => path.startsWith('roles'))).toEqual([]);
});

test('shows a rule with a condition on the item as dependent on the item and offers no edit', async () => {
  const where = 'contains(session.participants, user.metadata.name)';
  const rules = [{ resources: ['session'], verbs: ['list', 'read'], where }];
  check({ kind: 'rule', id: 'session', as: ['list'] }, { allow: { rules } });
  await shows('Depends on the item');
  expect(document.body.textContent).toContain(`only where ${where}`);
  expect(document.body.textContent).toContain('allows it only where its condition matches');
  expect(document.body.textContent).not.toMatch(/No, ada|add the rule|What would change/);
});

test('shows the session limits of the roles for opening a web application', async () => {
  check({ kind: 'app', id: 'east-grafana-g.test', as: [] }, { allow: { app_labels: { '*': '*' } } });
  await shows('What ada can do here');
  expect(document.body.textContent).toContain('Open it, at most 30 h');
  // A cluster can require MFA for each session, independent of the roles.
  expect(document.body.textContent).toContain('temporary roles and settings of the cluster are not considered.');
});

test('shows a wildcard for database users as any user except the denied ones', async () => {
  const allow = { db_labels: { '*': '*' }, db_users: ['*'], db_names: ['*'] };
  check({ kind: 'db', id: 'postgres-1', as: [] }, { allow, deny: { db_users: ['postgres'] } });
  await shows('What ada can do here');
  expect(document.body.textContent).toContain('Log in as any but postgres, open the database any');
});

test('denies every action when the user has a role that does not exist', async () => {
  check({}, { allow: everyServer, held: ['ops', 'gone'] });
  await shows('No, the server refuses every action of ada');
  expect(document.body.textContent).toContain('ada has the role gone, which does not exist.');
  expect(document.body.textContent).not.toMatch(/Yes, ada|may be different|What ada can do here/);
});

test('denies an action that a rule allows when the user has roles that do not exist', async () => {
  const rules = [{ resources: ['role'], verbs: ['*'] }];
  check({ kind: 'rule', id: 'role', as: ['list'] }, { allow: { rules }, held: ['ops', 'gone', 'lost'] });
  await shows('No, the server refuses every action of ada');
  expect(document.body.textContent).toContain('ada has the roles gone and lost, which do not exist.');
});

test.each([
  ['postgres-1', 'No, ada may not log in as reader and open the database payroll here', ', open the database shop'],
  ['mysql-1', 'Yes, ada may log in as reader here', ', at most 30 h'],
])('%s: checks the database name only for protocols that have one', async (id, title, can) => {
  const allow = { db_labels: { '*': '*' }, db_users: ['reader'], db_names: ['shop'] };
  check({ kind: 'db', id, as: ['reader', 'payroll'] }, { allow });
  await shows(title);
  expect(document.body.textContent).toContain(`Log in as reader${can}`);
  expect(screen.queryByRole('button', { name: 'Database payroll' }) !== null).toBe(id === 'postgres-1');
});

test('treats the Kubernetes group "*" as a literal name, not as a wildcard', async () => {
  const allow = { kubernetes_labels: { '*': '*' }, kubernetes_groups: ['*', 'viewers'] };
  check({ kind: 'kube_cluster', id: 'eu-1', as: ['admins'] }, { allow });
  await shows('No, ada may not act as the group admins here');
  expect(document.body.textContent).toContain('Act as the group * or viewers');
});

test.each([
  ['groups only', {}, {}, 'Yes, ada may act as the user ada here'],
  ['a user', { kubernetes_users: ['dev'] }, {}, 'No, ada may not act as the user ada here'],
  ['groups and a denied username', {}, { kubernetes_users: ['ada'] }, 'No, ada may not act as the user ada'],
])('with %s in the roles, the username counts as on a gateway', async (_, allow, deny, title) => {
  const groups = { kubernetes_labels: { '*': '*' }, kubernetes_groups: ['viewers'] };
  check({ kind: 'kube_cluster', id: 'eu-1', as: ['', 'ada'] }, { allow: { ...groups, ...allow }, deny });
  await shows(title);
});
