// Reads a QR code off a page, as the camera of an authenticator would.
import type { Locator } from 'playwright-core';
import decodeQR from 'qr/decode.js';

export async function qrText(picture: Locator): Promise<string> {
  const { width, height, data } = await picture.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('no picture');
    await element.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [element.naturalWidth, element.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(element, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height);
    return { width: canvas.width, height: canvas.height, data: [...(pixels?.data ?? [])] };
  });
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) }, { timeLimit: 10_000 });
}
