// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WireError } from '../../../wire/envelope.ts';
import { ScreenPainter } from './ScreenPainter.ts';

/** A PNG up to its header. Its name is in the bytes after the size. */
function png(name: string, width = 64, height = 64): Uint8Array {
  const bytes = new Uint8Array(24 + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes.set(new TextEncoder().encode(name), 24);
  return bytes;
}

type Decoder = { name: string; done: (isBroken?: boolean) => Promise<void> };
let decoders: Decoder[];
let painted: string[];
let closed: string[];
let copied: string[];

const context = {
  drawImage: ({ name }: { name: string }, left: number, top: number) => void painted.push(`${name}@${left},${top}`),
  clearRect: () => void painted.push('blank'),
  getImageData: (_left: number, _top: number, width: number, height: number) => {
    copied.push(`${width}×${height}`);
    return 'old';
  },
  putImageData: () => void painted.push('old'),
};

const canvas = (): HTMLCanvasElement => {
  const element = document.createElement('canvas');
  vi.spyOn(element, 'getContext').mockReturnValue(context as unknown as null);
  return element;
};

/** Waits for one frame of the browser and its effects. */
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

beforeEach(() => {
  decoders = [];
  painted = [];
  closed = [];
  copied = [];
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    const name = (await blob.text()).slice(24);
    return new Promise((resolve, reject) => {
      const done = async (isBroken = false) => {
        if (isBroken) reject(new Error('no picture'));
        else resolve({ name, close: () => closed.push(name) });
        await frame();
      };
      decoders.push({ name, done });
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const picture = (name: string, left = 0, top = 0, width = 64, height = 64) =>
  ({
    kind: 'picture',
    placed: { area: { left, top, right: left + width - 1, bottom: top + height - 1 }, png: png(name, width, height) },
  }) as const;
const activated = (width: number, height: number) =>
  ({ kind: 'activated', ioChannelId: 0, userChannelId: 0, width, height }) as const;

const decoder = async (name: string): Promise<Decoder> =>
  vi.waitFor(() => {
    const found = decoders.find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not being decoded`);
    return found;
  });

test('paints parts in order of arrival, independent of the order of decoding', async () => {
  const painter = new ScreenPainter(canvas());
  painter.paint(picture('a'));
  painter.paint(picture('b', 64));
  painter.paint(picture('c', 128));
  await (await decoder('c')).done();
  await (await decoder('b')).done();
  expect(painted).toEqual([]);
  await (await decoder('a')).done();
  await vi.waitFor(() => expect(painted).toEqual(['a@0,0', 'b@64,0', 'c@128,0']));
  expect(closed).toEqual(['a', 'b', 'c']);
});

test('applies a new size in order, and keeps the old picture until the next picture', async () => {
  const element = canvas();
  const painter = new ScreenPainter(element);
  painter.paint(activated(100, 80));
  painter.paint(picture('a'));
  painter.paint(activated(200, 160));
  painter.paint({ kind: 'oldPicture', area: { left: 3, top: 4, right: 67, bottom: 68 }, png: png('b') });
  await vi.waitFor(() => expect(painter.size.get()).toEqual({ width: 100, height: 80 }));
  await (await decoder('b')).done();
  expect(element.width).toBe(100);
  await (await decoder('a')).done();
  await vi.waitFor(() => expect(painted).toEqual(['a@0,0', 'old', 'b@3,4']));
  expect([element.width, element.height]).toEqual([200, 160]);
});

test('applies only the last of consecutive sizes, and copies only the common area', async () => {
  const element = canvas();
  const painter = new ScreenPainter(element);
  painter.paint(activated(100, 80));
  await painter.whenPainted();
  for (const width of [8192, 8191, 90]) painter.paint(activated(width, 4096));
  await painter.whenPainted();
  expect([element.width, element.height]).toEqual([90, 4096]);
  expect(copied).toEqual(['90×80']);
});

test('whenPainted waits for all earlier pictures but not for later ones', async () => {
  const painter = new ScreenPainter(canvas());
  painter.paint(picture('a'));
  let passed = false;
  const mark = painter.whenPainted().then(() => (passed = true));
  painter.paint(picture('b', 64));
  await frame();
  expect(passed).toBe(false);
  await (await decoder('a')).done();
  await mark;
  expect(painted).toEqual(['a@0,0']);
});

test('decodes only the newest of several queued pictures of the same area', async () => {
  const painter = new ScreenPainter(canvas());
  painter.paint(picture('whole', 0, 0, 4096, 4096));
  for (const name of ['first', 'second', 'third']) painter.paint(picture(name));
  await (await decoder('whole')).done();
  await (await decoder('third')).done();
  await vi.waitFor(() => expect(painted).toEqual(['whole@0,0', 'third@0,0']));
  expect(decoders.map(({ name }) => name)).toEqual(['whole', 'third']);
});

test('reports a picture that cannot be decoded, and paints the others', async () => {
  const painter = new ScreenPainter(canvas());
  let broken = 0;
  painter.broken.subscribe(() => broken++);
  painter.paint(picture('bad'));
  painter.paint(picture('good', 64));
  await (await decoder('bad')).done(true);
  await (await decoder('good')).done();
  await vi.waitFor(() => expect(painted).toEqual(['good@64,0']));
  expect(broken).toBe(1);
});

test('clear drops queued pictures, releases their memory and resolves whenPainted', async () => {
  const painter = new ScreenPainter(canvas());
  painter.paint(picture('a'));
  painter.paint(picture('b', 64));
  const mark = painter.whenPainted();
  await (await decoder('b')).done();
  painter.clear();
  await mark;
  await (await decoder('a')).done();
  expect(painted).toEqual(['blank']);
  expect(closed.toSorted()).toEqual(['a', 'b']);
  painter.paint(picture('c'));
  await (await decoder('c')).done();
  await vi.waitFor(() => expect(painted).toEqual(['blank', 'c@0,0']));
});

test('paints in a hidden window without animation frames', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const painter = new ScreenPainter(canvas());
  painter.paint(picture('a'));
  const mark = painter.whenPainted();
  void (await decoder('a')).done();
  await mark;
  expect(painted).toEqual(['a@0,0']);
});

test.each([
  ['a screen', () => activated(8193, 100)],
  ['an empty screen', () => activated(0, 100)],
  ['a part', () => picture('huge', 0, 0, 30_000, 30_000)],
])('refuses %s with an invalid size before it allocates memory', (_, message) => {
  const painter = new ScreenPainter(canvas());
  expect(() => painter.paint(message())).toThrow(WireError);
  expect(painter.size.get()).toEqual({ width: 0, height: 0 });
});
