import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { PlaybackController } from '../PlaybackController.ts';
import type { ExportState, Player, PlayerExports } from '../Player.ts';
import { RecordingActions } from './RecordingActions.tsx';

function open() {
  const timeline = new RecordingTimeline();
  const track = { durationMs: 0, isWhole: true, isLive: false, show: () => Promise.resolve() };
  const controller = new PlaybackController(track as never, systemClock);
  const player = { timeline, controller, address: { clusterId: 'c', sid: 's-1' } } as unknown as Player;
  const state = new ValueStore<ExportState>({ kind: 'none' });
  const save = vi.fn(async () => state.set({ kind: 'failed', error: new Error('The disk of the browser is full') }));
  const exports: PlayerExports = {
    state,
    save,
    choices: () => [{ form: 'cast', label: 'asciicast v2', text: '', off: undefined }],
    cancel: () => state.set({ kind: 'none' }),
  };
  render(<RecordingActions player={player} exports={exports} />);
  return { save, state };
}

test('shows the reason of a failed export until the user tries again or dismisses it', async () => {
  const { save } = open();
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Export' }));
  await person.click(await screen.findByRole('menuitem', { name: /asciicast/ }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Could not export: The disk of the browser is full/);
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(save.mock.calls.map(([form]: unknown[]) => form)).toEqual(['cast', 'cast']);
  await person.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }));
});

test('keeps the focus on the menu button during and after an export, and can cancel the export', async () => {
  const { save, state } = open();
  save.mockImplementation(async () => state.set({ kind: 'running', share: 0.216 }));
  const person = userEvent.setup();
  screen.getByRole('button', { name: 'Export' }).focus();
  await person.keyboard('{Enter}');
  await person.click(await screen.findByRole('menuitem', { name: /asciicast/ }));
  const running = await screen.findByRole('button', { name: 'Exporting, 21 %' });
  await waitFor(() => expect(document.activeElement).toBe(running));
  await person.keyboard('{Enter}');
  await person.click(await screen.findByRole('menuitem', { name: 'Cancel export' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' })));
  expect(state.get()).toEqual({ kind: 'none' });
});
