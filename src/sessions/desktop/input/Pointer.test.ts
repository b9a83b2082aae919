// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { Pointer } from './Pointer.ts';

let sent: string[];
let calls: string[];
let canvas: HTMLCanvasElement;
let mouse: Pointer;

const note = (message: DesktopMessage) => {
  if (message.kind === 'pointerMove') sent.push(`${message.x},${message.y}`);
  if (message.kind === 'pointerButton') sent.push(`${message.isDown ? '+' : '-'}${message.button}`);
  if (message.kind === 'wheel') sent.push(`${message.axis ? 'x' : 'y'}${message.delta}`);
};

/** A screen of 1000 × 800 drawn at half its size, 10 pixels from the left and 20 from the top. */
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  calls = [];
  canvas = document.createElement('canvas');
  canvas.width = 1000;
  canvas.height = 800;
  canvas.setPointerCapture = () => undefined;
  canvas.getBoundingClientRect = () => new DOMRect(10, 20, 500, 400);
  mouse = new Pointer(canvas, {
    send: note,
    onPress: () => sent.push('press'),
    onScroll: () => calls.push(`scroll after ${sent.join()}`),
    focus: () => canvas.focus(),
  });
  mouse.listen();
});
afterEach(() => vi.useRealTimers());

function pointer(type: string, clientX: number, clientY: number, more: PointerEventInit = {}): void {
  canvas.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerType: 'mouse', ...more }));
}
/** At the corner. Wheel events of happy-dom have no position. */
const wheel = (more: WheelEventInit) =>
  canvas.dispatchEvent(Object.assign(new WheelEvent('wheel', more), { clientX: 10, clientY: 20 }));
const finger = (type: string, clientX: number, clientY: number, pointerId = 1) =>
  pointer(type, clientX, clientY, { pointerType: 'touch', pointerId });

test('scales positions to the screen and clamps them to its edges', () => {
  pointer('pointermove', 10, 20);
  pointer('pointermove', 260.5, 220);
  pointer('pointermove', 5, 900);
  expect(sent).toEqual(['0,0', '501,400', '0,799']);
});

test('sends a button at its position, and derives further buttons from the mask', () => {
  pointer('pointerdown', 110, 120, { buttons: 1 });
  pointer('pointermove', 110, 120, { buttons: 3 });
  pointer('pointermove', 110, 120, { buttons: 2 });
  pointer('pointerup', 110, 120, { buttons: 0 });
  expect(sent).toEqual(['200,200', 'press', '+0', 'press', '+2', '-0', '-2']);
});

test('sends the position before a button in a new session', () => {
  pointer('pointermove', 110, 120);
  mouse.reset();
  pointer('pointerdown', 110, 120, { buttons: 1 });
  expect(sent).toEqual(['200,200', '200,200', 'press', '+0']);
});

test('releases pressed buttons on blur', () => {
  pointer('pointerdown', 110, 120, { buttons: 4 });
  canvas.dispatchEvent(new Event('blur'));
  expect(sent).toEqual(['200,200', 'press', '+1', '-1']);
});

test.each([
  ['pixels', WheelEvent.DOM_DELTA_PIXEL, 3, 120, ['x-3', 'y-120']],
  ['lines', WheelEvent.DOM_DELTA_LINE, 0, -3, ['y120']],
  ['pages', WheelEvent.DOM_DELTA_PAGE, 0, 1, ['y-400']],
  ['more than fits', WheelEvent.DOM_DELTA_PIXEL, 0, 99_999, ['y-32767']],
])('converts the wheel: %s', (_, deltaMode, deltaX, deltaY, expected) => {
  wheel({ deltaMode, deltaX, deltaY });
  expect(sent).toEqual(['0,0', ...expected]);
});

test('sends a pending modifier key before the wheel, without a clipboard update', () => {
  wheel({ deltaY: 120 });
  expect([calls, sent]).toEqual([['scroll after 0,0'], ['0,0', 'y-120']]);
});

test('adds up fractions of pixels', () => {
  for (const deltaY of [0.4, 0.4, 0.4]) wheel({ deltaY });
  expect(sent).toEqual(['0,0', 'y-1']);
});

test('a tap is a click, and a long press is a right click', () => {
  finger('pointerdown', 110, 120);
  finger('pointerup', 112, 120);
  expect(sent.splice(0)).toEqual(['200,200', 'press', '+0', '-0']);
  finger('pointerdown', 60, 120);
  vi.advanceTimersByTime(600);
  finger('pointerup', 60, 120);
  expect(sent).toEqual(['100,200', 'press', '+2', '-2']);
});

test('a drag with one finger starts at the first touch position', () => {
  finger('pointerdown', 110, 120);
  finger('pointermove', 115, 120);
  finger('pointermove', 160, 120);
  finger('pointerup', 160, 120);
  expect(sent).toEqual(['200,200', 'press', '+0', '300,200', '-0']);
});

test('two fingers scroll at their first position', () => {
  finger('pointerdown', 110, 120, 1);
  finger('pointerdown', 150, 120, 2);
  finger('pointermove', 110, 160, 1);
  finger('pointermove', 150, 160, 2);
  finger('pointerup', 110, 160, 1);
  finger('pointerup', 150, 160, 2);
  expect(sent).toEqual(['200,200', 'y20', 'y20']);
});

test('two fingers scroll a picture that is larger than the view, and turn the wheel at its edge', () => {
  const stage = document.createElement('div');
  let top = 0;
  Object.defineProperty(stage, 'scrollTop', { get: () => top, set: (to: number) => (top = Math.min(30, to)) });
  stage.append(canvas);
  finger('pointerdown', 110, 120, 1);
  finger('pointerdown', 150, 120, 2);
  finger('pointermove', 110, 80, 1);
  finger('pointermove', 150, 80, 2);
  finger('pointermove', 150, 60, 2);
  expect([top, sent]).toEqual([30, ['200,200', 'y-10']]);
});
