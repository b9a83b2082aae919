import { expect, test } from 'vitest';
import { DesktopExports } from './DesktopExports.ts';
import type { DesktopPlayer } from './DesktopPlayer.ts';

/** A browser that has no memory for the picture. */
const canvas = { toBlob: (take: (blob: null) => void) => take(null) };

test('an export that failed is dismissed', async () => {
  const exports = new DesktopExports({ screen: { canvas } } as unknown as DesktopPlayer);
  await exports.save('png', 'administrator@wks-7');
  expect(exports.state.get()).toEqual({
    kind: 'failed',
    error: new Error('the browser could not write the picture'),
  });
  exports.cancel();
  expect(exports.state.get()).toEqual({ kind: 'none' });
});
