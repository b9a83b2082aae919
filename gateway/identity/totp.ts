// Codes of authenticator apps: six digits, 30 s, SHA-1, one period of tolerance (http-auth §4.1).
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const WINDOW_PERIODS = 1;
/** [http-auth §3.2] Width and height of the QR code. */
const QR_PIXELS = 456;

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The period of a code, whether or not it was used. undefined if the code is not valid now. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW_PERIODS });
  return delta === null ? undefined : stepAt(nowMs) + delta;
}

export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / PERIOD_S);

/** The PNG that an authenticator app reads, as standard base64. */
export async function totpQrCode(secret: string, user: string, issuer: string): Promise<string> {
  const uri = totp(secret, { issuer, label: user }).toString();
  const { toBuffer } = await import('qrcode');
  const png = await toBuffer(uri, { width: QR_PIXELS, errorCorrectionLevel: 'M' });
  return png.toString('base64');
}

const totp = (secret: string, named: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S });
