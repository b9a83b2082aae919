// Reads a QR code off a page, as the camera of an authenticator would.
import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';

export async function qrText(picture: Locator): Promise<string> {
  // As text: Playwright takes seconds for an array of as many numbers.
  const { width, height, base64 } = await picture.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('no picture');
    await element.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [element.naturalWidth, element.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return {
      width: canvas.width,
      height: canvas.height,
      base64: btoa(Array.from(pixels, (byte) => String.fromCharCode(byte)).join('')),
    };
  });
  return decodeQR(
    { width, height, data: Uint8ClampedArray.from(Buffer.from(base64, 'base64')) },
    { timeLimit: 10_000 },
  );
}
