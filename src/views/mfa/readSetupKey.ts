import decodeQR from 'qr/decode.js';
import { fromBase64 } from '../../lib/encoding.ts';

/** For a phone; far more than a picture without distortion takes. */
const TIME_LIMIT_MS = 2000;

/** The secret in the QR code of an authenticator, in base32. Rejects where the picture has none. */
export async function readSetupKey(qrCode: string): Promise<string> {
  const picture = await createImageBitmap(new Blob([fromBase64(qrCode) ?? '']));
  const { width, height } = picture;
  const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  canvas?.drawImage(picture, 0, 0);
  picture.close();
  const pixels = canvas?.getImageData(0, 0, width, height);
  const text = pixels && decodeQR(pixels, { timeLimit: TIME_LIMIT_MS });
  const secret = text && new URL(text).searchParams.get('secret');
  if (!secret) throw new Error('no secret');
  return secret;
}
