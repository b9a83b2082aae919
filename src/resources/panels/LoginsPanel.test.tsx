// The panel for a user whose roles use inputs that the server does not send.
import { QueryClient } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { contextWith, FULL_ACL } from '../../../tests/support/resourceHarness.tsx';
import { stubServer } from '../../../tests/support/stubServer.ts';
import { createDataProvider } from '../../dataProvider/dataProvider.ts';
import { resources, unserved } from '../../descriptors/index.ts';
import { toUser } from '../../api/users.ts';
import LoginsPanel from './LoginsPanel.tsx';

const user = contextWith(FULL_ACL);
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<object>()),
  userContext: () => user,
}));

const role = {
  kind: 'role',
  version: 'v6',
  metadata: { name: 'ops' },
  spec: { allow: { logins: ['root', '{{internal.logins}}', '{{external.team}}'], node_labels: { '*': '*' } } },
};
const boss = {
  ...{ kind: 'role', version: 'v6', metadata: { name: 'boss' } },
  spec: { allow: { rules: [{ resources: ['role'], verbs: ['create', 'update'] }] } },
};

function open(id: string | undefined, held = ['ops'], shown = 'Not checked: locks') {
  stubServer(({ path }) => {
    if (path === 'roles')
      return [role, boss].map((one) => {
        const { name } = one.metadata;
        return { id: `role:${name}`, kind: 'role', name, content: JSON.stringify(one) };
      });
    return { items: [], startKey: '', totalCount: 0 };
  });
  const values = toUser({ name: id ?? '', roles: held, authType: 'github', traits: {} });
  const page = (
    <CoreAdminContext
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
      dataProvider={createDataProvider([...resources, ...unserved], { isCurrent: false, hasRevisions: false })}
    >
      <LoginsPanel id={id} values={values} before={id === undefined ? undefined : values} isReadOnly={false} />
    </CoreAdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  return waitFor(() => expect(document.body.textContent).toContain(shown));
}

test('names a trait that the server does not send', async () => {
  await open('ada');
  expect(document.body.textContent).toContain(
    'The access may be different: it depends on traits that the server does not send (team).',
  );
});

test('a new user has only the entered traits', async () => {
  await open(undefined);
  expect(document.body.textContent).not.toContain('may be different');
});

test('warns before creation about roles with full administration', async () => {
  await open(undefined, ['ops', 'boss']);
  expect(document.body.textContent).toContain('Full administration by boss.');
});

test('shows no warning for roles without such rules', async () => {
  await open(undefined);
  expect(document.body.textContent).not.toContain('Full administration');
});

test('shows no logins when one of the roles does not exist', async () => {
  await open('ada', ['ops', 'gone'], 'None: gone does not exist');
  expect(document.body.textContent).not.toMatch(/root|Not checked/);
});
