import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { MenuButton } from './Menu.tsx';
import type { MenuItem } from './menuItems.ts';
import { prefetchPopups } from './Popup.tsx';

beforeAll(prefetchPopups);

const connect = vi.fn();
const items: MenuItem[] = [
  { kind: 'item', id: 'root', label: 'root', run: () => connect('root') },
  { kind: 'item', id: 'deploy', label: 'deploy', run: () => connect('deploy') },
  { kind: 'line' },
  { kind: 'item', id: 'lock', label: 'Lock', off: 'needs lock: create', run: () => connect('lock') },
];
const links: MenuItem[] = [
  { kind: 'item', id: 'root', label: 'root', href: '/root' },
  { kind: 'item', id: 'deploy', label: 'deploy', href: '/deploy' },
];
const open = async (withField = false, shown = items) => {
  connect.mockClear();
  render(
    <MenuButton
      label="Logins"
      items={() => shown}
      {...(withField && {
        field: {
          label: 'Other login',
          onEnter: connect,
          check: (t) => (t.includes(' ') ? 'A login has no spaces' : undefined),
        },
      })}
    >
      Connect
    </MenuButton>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
};
const focused = () => document.activeElement?.textContent;

test('opens with the focus on the first item; arrows, Home and End move it, Enter runs the item', async () => {
  await open();
  expect(focused()).toBe('root');
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toContain('Lock');
  await userEvent.keyboard('{Home}{ArrowDown}{Enter}');
  expect(connect).toHaveBeenCalledExactlyOnceWith('deploy');
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a menu of links opens with the focus in its list, also below a field', async () => {
  await open(true, links);
  expect(focused()).toBe('root');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('deploy');
});

test('a disabled item gets the focus, shows its reason and does not run', async () => {
  await open();
  await userEvent.keyboard('{End}{Enter}');
  expect(screen.getByRole('menuitem', { name: /needs lock: create/ }).getAttribute('aria-disabled')).toBe('true');
  expect(connect).not.toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBeTruthy();
});

test('a letter moves to the item that begins with it', async () => {
  await open();
  await userEvent.keyboard('d');
  expect(focused()).toBe('deploy');
});

test('typing goes to the field above the items, and Enter submits the text', async () => {
  await open(true);
  expect(focused()).toBe('root');
  await userEvent.keyboard('ledger-ro{Enter}');
  expect(connect).toHaveBeenCalledExactlyOnceWith('ledger-ro');
});

test('keeps an invalid text and shows the reason', async () => {
  await open(true);
  await userEvent.keyboard('de ploy{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('A login has no spaces');
  expect(connect).not.toHaveBeenCalled();
});

test('Escape closes the menu and restores the focus', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.getByRole('button', { name: 'Connect' })).toBe(document.activeElement);
});
