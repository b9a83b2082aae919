// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from '../../lib/clock.ts';
import { chordOf } from './chord.ts';
import { KeyLayer, KeyTable, type KeyAction } from './KeyTable.ts';

let pass: () => void = () => undefined;
const clock: Clock = {
  now: () => 0,
  every: () => () => undefined,
  after: (_, run) => {
    pass = run;
    return () => (pass = () => undefined);
  },
};
let singles = true;
let page: KeyLayer;
let table: KeyTable;

const action = (keys: string, more: Omit<Partial<KeyAction>, 'run'> = {}) => ({
  label: keys,
  group: 'Test',
  keys: [keys],
  run: vi.fn(),
  ...more,
});
const press = (key: string, init: KeyboardEventInit = {}, target: HTMLElement = document.body) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  target.addEventListener('keydown', table.handle, { once: true });
  target.dispatchEvent(event);
  return event;
};

beforeEach(() => {
  document.body.innerHTML = '';
  singles = true;
  page = new KeyLayer();
  table = new KeyTable(page, { clock, singleKeysAreOn: () => singles });
});

test.each([
  [{ key: 'k', ctrlKey: true }, 'Ctrl+K'],
  [{ key: 'F', shiftKey: true }, 'Shift+F'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '\\', altKey: true }, '\\'],
  [{ key: 'ArrowDown', shiftKey: true }, 'Shift+Down'],
  [{ key: ' ' }, 'Space'],
  [{ key: 'ArrowUp', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+Up'],
  [{ key: 'С', code: 'KeyC', ctrlKey: true, shiftKey: true }, 'Ctrl+Shift+C'],
  [{ key: 'ö', code: 'Semicolon', ctrlKey: true }, 'Ctrl+Ö'],
  [{ key: 'ğ', code: 'KeyE', ctrlKey: true }, 'Ctrl+Ğ'],
  [{ key: 'с', code: 'KeyC' }, 'С'],
  [{ key: 'Shift', shiftKey: true }, undefined],
])('returns the chord of %j', (init, chord) => expect(chordOf(new KeyboardEvent('keydown', init))).toBe(chord));

test('an overlay handles the key before the page, regardless of the order of registration', () => {
  const [sheet, list] = [action('Ctrl+S'), action('Ctrl+S')];
  page.add([sheet], 'over');
  const dispose = page.add([list]);
  press('s', { ctrlKey: true });
  expect([sheet.run.mock.calls.length, list.run.mock.calls.length]).toEqual([1, 0]);
  dispose();
  press('s', { ctrlKey: true });
  expect(sheet.run).toHaveBeenCalledTimes(2);
});

test('runs the action and prevents the default of the browser', () => {
  const reload = action('R');
  page.add([reload]);
  expect(press('r').defaultPrevented).toBe(true);
  expect(reload.run).toHaveBeenCalledOnce();
  expect(press('x').defaultPrevented).toBe(false);
});

test('a page takes precedence over the frame until it is removed', () => {
  const frame = action('R');
  const list = action('R');
  page.add([frame]);
  const leave = page.add([list]);
  press('r');
  leave();
  press('r');
  expect([list.run.mock.calls.length, frame.run.mock.calls.length]).toEqual([1, 1]);
});

test('keys in quick succession form a sequence', () => {
  const go = action('G S');
  const select = action('S');
  page.add([go, select]);
  press('g');
  press('s');
  expect(go.run).toHaveBeenCalledOnce();
  expect(select.run).not.toHaveBeenCalled();
  press('g');
  pass();
  press('s');
  expect(select.run).toHaveBeenCalledOnce();
});

test('a key that does not continue a sequence runs its own action', () => {
  const reload = action('R');
  page.add([action('G S'), reload]);
  press('g');
  press('r');
  expect(reload.run).toHaveBeenCalledOnce();
});

test('single keys are ignored while typing and when disabled, chords are not', () => {
  const single = action('X');
  const chord = action('Ctrl+K');
  page.add([single, chord]);
  const input = document.body.appendChild(document.createElement('input'));
  press('x', {}, input);
  press('k', { ctrlKey: true }, input);
  singles = false;
  press('x');
  expect(single.run).not.toHaveBeenCalled();
  expect(chord.run).toHaveBeenCalledOnce();
});

test('a text field keeps its editing chords', () => {
  const all = action('Ctrl+A');
  page.add([all]);
  const input = document.body.appendChild(document.createElement('input'));
  expect(press('a', { ctrlKey: true }, input).defaultPrevented).toBe(false);
  expect(all.run).not.toHaveBeenCalled();
  press('a', { ctrlKey: true });
  expect(all.run).toHaveBeenCalledOnce();
});

test('a terminal keeps its keys except Ctrl+Shift chords', () => {
  const palette = action('Ctrl+K');
  const out = action('Ctrl+Shift+Up');
  page.add([palette, out]);
  const terminal = document.body.appendChild(document.createElement('div'));
  terminal.dataset.ownKeys = '';
  press('k', { ctrlKey: true }, terminal);
  press('ArrowUp', { ctrlKey: true, shiftKey: true }, terminal);
  expect(palette.run).not.toHaveBeenCalled();
  expect(out.run).toHaveBeenCalledOnce();
});

test('a dialog disables the keys of the page below', () => {
  const below = action('R');
  page.add([below]);
  const dialog = new KeyLayer();
  const close = table.push(dialog);
  press('r');
  expect(below.run).not.toHaveBeenCalled();
  close();
  press('r');
  expect(below.run).toHaveBeenCalledOnce();
});

test('a disabled action prevents the default of its key and does not run', () => {
  const remove = action('Del', { off: 'Your roles lack role: delete' });
  page.add([remove]);
  expect(press('Delete').defaultPrevented).toBe(true);
  expect(remove.run).not.toHaveBeenCalled();
});

test('Enter on a focused button activates the button', () => {
  const open = action('Enter');
  page.add([open]);
  const button = document.createElement('button');
  document.body.append(button);
  expect(press('Enter', {}, button).defaultPrevented).toBe(false);
  press('Enter');
  expect(open.run).toHaveBeenCalledOnce();
});
