import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, testDataProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../tests/support/consoleHarness.tsx';
import { ApiError } from '../../api/errors.ts';
import { pageKeys } from '../../ui/keys/keys.ts';
import { closeOverlay, overlay } from '../frameState.ts';
import { Palette } from './Palette.tsx';

const reload = vi.fn();
const remove = pageKeys.add([
  { label: 'Reload', group: 'On this list', keys: ['R'], run: reload },
  { label: 'New user', group: 'On this list', keys: ['N'], off: 'Your roles lack user: create', run: reload },
]);
afterEach(() => {
  act(closeOverlay);
  reload.mockReset();
});

const noUsers = (): Promise<{ data: object[]; total: number }> => Promise.resolve({ data: [], total: 0 });

const open = async (getList = noUsers) => {
  const dataProvider = testDataProvider();
  Object.assign(dataProvider, { getList });
  const console = renderInConsole(
    () => (
      <CoreAdminContext dataProvider={dataProvider}>
        <Palette />
      </CoreAdminContext>
    ),
    { at: '/users' },
  );
  act(() => overlay.set('palette'));
  await screen.findByRole('combobox');
  return console;
};
const current = () => screen.getByRole('option', { selected: true }).textContent;

test('arrow keys wrap around, Enter opens the entry', async () => {
  const { address } = await open();
  expect(current()).toContain('Servers');
  await userEvent.keyboard('{ArrowUp}');
  expect(current()).toContain('New user');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe('/cluster/east/nodes');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('finds an action by its name and runs it', async () => {
  await open();
  await userEvent.keyboard('load{Enter}');
  expect(reload).toHaveBeenCalledOnce();
});

test('login@host opens a terminal', async () => {
  await open();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await userEvent.keyboard('deploy@10.1.2.3:22');
  expect(current()).toMatch(/deploy@10\.1\.2\.3:22.*Connect/);
  await userEvent.keyboard('{Enter}');
  expect(opened.mock.lastCall?.[0]).toMatch(/\/cluster\/east\/console\/node\/10\.1\.2\.3:22\/deploy$/);
});

test('a disabled action shows the missing rule and does not run', async () => {
  await open();
  await userEvent.keyboard('new user');
  const option = screen.getByRole('option', { name: /New user/ });
  expect(option.textContent).toContain('Your roles lack user: create');
  await userEvent.keyboard('{Enter}');
  expect(reload).not.toHaveBeenCalled();
  expect(screen.getByRole('combobox')).toBeTruthy();
});

test('reports kinds that fail for the same reason once, and still finds pages', async () => {
  await open(() => Promise.reject(new ApiError('resting', 503)));
  await userEvent.keyboard('users');
  await screen.findByText(/could not be searched/);
  expect(screen.getAllByText(/could not be searched/)).toHaveLength(1);
  expect(current()).toContain('Users');
  vi.mocked(console.error).mockClear(); // the frame logs every failed call
  act(closeOverlay);
});

test('reports no matches, and Escape closes', async () => {
  await open();
  await userEvent.keyboard('zzz');
  await screen.findByText('No matches');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('combobox')).toBeNull();
  remove();
});
