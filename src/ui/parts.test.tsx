import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Check } from './Check.tsx';
import { LabelChip } from './Chips.tsx';
import { CopyBox } from './CopyBox.tsx';
import { CopyButton } from './CopyButton.tsx';
import { ErrorNote } from './ErrorNote.tsx';
import { Sheet } from './Sheet.tsx';
import { Time } from './Time.tsx';
import { ToastHost } from './ToastHost.tsx';
import { TooltipHost } from './TooltipHost.tsx';
import { muiTheme } from './muiTheme.ts';
import { Button } from './plain/Button.tsx';
import { IconButton } from './plain/IconButton.tsx';
import { tip } from './plain/tip.ts';
import { toasts } from './toasts.ts';
import { chooseZone } from './zone.ts';

afterEach(() => {
  vi.useRealTimers();
  chooseZone('local');
});

test('a time follows a change of the time zone and shows local time and UTC in its tooltip', () => {
  chooseZone('utc');
  render(<Time date={new Date('2026-11-21T14:20:11Z')} />);
  const time = screen.getByText('2026-11-21 14:20:11');
  expect(time.dataset.tip).toContain('2026-11-21 14:20:11 UTC');
  vi.spyOn(Date.prototype, 'getHours').mockReturnValue(15);
  act(() => chooseZone('local'));
  expect(time.textContent).toBe('2026-11-21 15:20:11');
});

test('shows an invalid time as unknown', () => {
  render(<Time date={new Date(Number.NaN)} />);
  expect(screen.getByText('unknown')).toBeTruthy();
});

test('a refused copy shows what to do for longer than a confirmation', async () => {
  vi.useFakeTimers();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand = () => false;
  render(<CopyButton text="x" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByRole('button').textContent).toBe('Select and copy');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByRole('button').textContent).toBe('Copy');
});

test('a copy box copies the command without the prompt and confirms', async () => {
  const user = userEvent.setup();
  render(<CopyBox label="Command" command text="kubectl get pods" />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('kubectl get pods');
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
});

test('clicking a label chip filters without a click on its row', async () => {
  const pick = vi.fn();
  const row = vi.fn();
  render(
    <div onClick={row}>
      <LabelChip name="env" value="prod" onPick={pick} />
    </div>,
  );
  await userEvent.click(screen.getByRole('button', { name: /env\s*prod/ }));
  expect(pick).toHaveBeenCalledOnce();
  expect(row).not.toHaveBeenCalled();
});

test('a check with the state "some" is indeterminate', () => {
  render(<Check state="some" label="All" onChange={() => undefined} />);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' }).indeterminate).toBe(true);
});

test('an error note has what, why, what is safe, what to do, and details to copy', () => {
  render(
    <ErrorNote
      what="Role was not saved"
      why="The server refused “raed” as a verb"
      safe="Your text is kept"
      todo="Fix line 24 and save again"
      details="PUT /v1/webapi/roles/x"
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain(
    'Role was not saved. The server refused “raed” as a verb. Your text is kept. Fix line 24 and save again.',
  );
  // A single button has a border, so that its edge is aligned with the text.
  expect(screen.getByRole('button', { name: 'Copy details' }).className).toMatch(/plain/);
});

test('a warning toast has a warning icon', () => {
  const { container } = render(<ToastHost />);
  act(() => void toasts.show({ text: 'There is no statement to run', isWarning: true }));
  expect(screen.getByText('There is no statement to run')).toBeTruthy();
  expect(container.querySelector('.ok-mark')).toBeNull();
  expect(container.querySelector('.warn-mark')).toBeTruthy();
});

test.each([
  ['The server answered 403: “access denied”', 'The server answered 403: “access denied”. Your text is kept.'],
  ['The server answered 403: “Access denied.”', 'The server answered 403: “Access denied.” Your text is kept.'],
])('an error note ends the sentence of %s', (why, text) => {
  render(<ErrorNote what="Role was not saved" why={why} safe="Your text is kept" />);
  expect(screen.getByRole('alert').textContent).toContain(text);
});

test('a side panel takes the focus, closes on Escape and restores the focus', async () => {
  const close = vi.fn();
  const { rerender } = render(<button type="button">Row</button>);
  screen.getByRole('button', { name: 'Row' }).focus();
  rerender(
    <>
      <button type="button">Row</button>
      <Sheet title="tomas.b" onClose={close}>
        Roles
      </Sheet>
    </>,
  );
  expect(screen.getByRole('complementary', { name: 'tomas.b' })).toBe(document.activeElement);
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
  rerender(<button type="button">Row</button>);
  expect(screen.getByRole('button', { name: 'Row' })).toBe(document.activeElement);
});

test('a side panel of a removed row moves the focus to the grid', () => {
  const grid = (row: boolean, sheet: boolean) => (
    <>
      <div role="grid" tabIndex={0}>
        {row && <button type="button">Row</button>}
      </div>
      {sheet && (
        <Sheet title="tomas.b" onClose={() => undefined}>
          Roles
        </Sheet>
      )}
    </>
  );
  const { rerender } = render(grid(true, false));
  screen.getByRole('button', { name: 'Row' }).focus();
  rerender(grid(true, true));
  rerender(grid(false, false));
  expect(screen.getByRole('grid')).toBe(document.activeElement);
});

test('a tooltip appears after its delay and disappears on Escape', () => {
  vi.useFakeTimers();
  render(
    <>
      <IconButton icon="refresh-cw" label="Reload" keys="R" />
      <TooltipHost />
    </>,
  );
  fireEvent.pointerOver(screen.getByRole('button'));
  act(() => void vi.advanceTimersByTime(499));
  expect(screen.queryByRole('tooltip')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('tooltip').textContent).toBe('ReloadR');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});

const waitForTooltip = () => act(() => vi.advanceTimersByTimeAsync(500));

test('a tooltip shows why its button was disabled and disappears when the button is removed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const page = (off: string | undefined, isThere = true) => (
    <>
      {isThere && <IconButton icon="upload" label="Upload files" keys="U" off={off} />}
      <TooltipHost />
    </>
  );
  const { rerender } = render(page(undefined));
  fireEvent.pointerOver(screen.getByRole('button'));
  await waitForTooltip();
  expect(screen.getByRole('tooltip').textContent).toBe('Upload filesU');
  rerender(page('Not connected'));
  await vi.waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe('Not connected'));
  rerender(page(undefined, false));
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('a tooltip disappears when its element has no text for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const page = (off: string | undefined) => (
    <>
      <Button off={off}>Save</Button>
      <TooltipHost />
    </>
  );
  const { rerender } = render(page('Nothing has changed'));
  fireEvent.pointerOver(screen.getByRole('button'));
  await waitForTooltip();
  expect(screen.getByRole('tooltip').textContent).toBe('Nothing has changed');
  rerender(page(undefined));
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('typing closes or cancels the tooltip of the field', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  render(
    <>
      <input {...tip('Search name or label', { keys: '/' })} />
      <TooltipHost />
    </>,
  );
  const field = screen.getByRole('textbox');
  fireEvent.pointerOver(field);
  await waitForTooltip();
  expect(screen.getByRole('tooltip')).toBeTruthy();
  fireEvent.input(field, { target: { value: 'w' } });
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerOver(field);
  fireEvent.input(field, { target: { value: 'we' } });
  await waitForTooltip();
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('the theme of dialogs mixes custom properties in CSS', () => {
  expect(muiTheme.alpha(muiTheme.palette.primary.main, 0.1)).toBe('oklch(from var(--accent) l c h / 0.1)');
});
