import { expect, onTestFinished, test, vi } from 'vitest';
import { DesktopExports } from './DesktopExports.ts';
import type { DesktopPlayer } from './DesktopPlayer.ts';

/** A browser that has too little memory for the picture. */
const canvas = { toBlob: (take: (blob: null) => void) => take(null) };

const exportsOf = (player: object) => new DesktopExports(player as DesktopPlayer);

test('a failed export can be dismissed', async () => {
  const exports = exportsOf({ screen: { canvas } });
  await exports.save('png', 'administrator@wks-7');
  expect(exports.state.get()).toEqual({
    kind: 'failed',
    error: new Error('the browser could not write the picture'),
  });
  exports.cancel();
  expect(exports.state.get()).toEqual({ kind: 'none' });
});

test('offers a video only if the browser can record one', () => {
  const reason = () =>
    exportsOf({})
      .choices()
      .find(({ form }) => form === 'webm')?.off;
  expect(reason()).toBe('This browser cannot write WebM');
  const recorder = Object.assign(() => undefined, { isTypeSupported: (type: string) => type === 'video/webm' });
  vi.stubGlobal('MediaRecorder', recorder);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(reason()).toBeUndefined();
});
