import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../tests/support/consoleHarness.tsx';
import { pageKeys, singleKeys, switchSingleKeys } from '../../ui/keys/keys.ts';
import { frameActions } from '../actions.ts';
import { closeOverlay, overlay } from '../frameState.ts';
import { KeysOverlay } from '../Overlays.tsx';

const go = vi.fn();
let remove: () => void;
const open = () => {
  renderInConsole(({ items }) => {
    remove = pageKeys.add(frameActions({ items, clusterId: () => 'east', go }));
    return <KeysOverlay />;
  });
};
afterEach(() => {
  act(closeOverlay);
  remove();
  switchSingleKeys(true);
  go.mockReset();
});

test('the question mark lists the shortcuts of frame and page', async () => {
  open();
  await userEvent.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual(['Everywhere', 'Go to']);
  await userEvent.type(screen.getByLabelText('Find a shortcut or an action'), 'serv');
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Servers']);
});

test('G and a letter open a page, but not in a text field', async () => {
  open();
  await userEvent.keyboard('gs');
  expect(go).toHaveBeenCalledExactlyOnceWith('/cluster/east/nodes');
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await userEvent.keyboard('gu?');
  expect(field.value).toBe('gu?');
  expect(go).toHaveBeenCalledOnce();
  field.remove();
});

test('single-key shortcuts can be disabled, chords remain', async () => {
  open();
  act(() => overlay.set('keys'));
  await userEvent.click(await screen.findByRole('switch', { name: /Single-key shortcuts work/ }));
  expect(singleKeys.get()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.keyboard('?');
  expect(overlay.get()).toBe('none');
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(overlay.get()).toBe('palette');
});
