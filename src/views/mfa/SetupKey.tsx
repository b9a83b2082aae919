import { useState } from 'react';
import { fromBase64 } from '../../lib/encoding.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import type { TotpSetup } from '../../wire/webauthn.ts';

/**
 * The secret of a new authenticator, for users who cannot scan it. A cluster only sends the picture, which is then
 * decoded.
 */
export function SetupKey({ qrCode, setupKey }: TotpSetup) {
  const [read, setRead] = useState<{ key?: string }>();
  const key = setupKey ?? read?.key;
  if (key !== undefined)
    return (
      <>
        <p className="t2 small">Cannot scan it? Enter this setup key in your authenticator:</p>
        <CopyBox label="Setup key" text={key} />
      </>
    );
  const show = async () => {
    try {
      setRead({ key: await readKey(qrCode) });
    } catch {
      setRead({});
    }
  };
  return (
    <div className="row wrap g8">
      <p className="t2 small" role="status">
        {read ? 'The setup key could not be read from the QR code.' : 'Cannot scan it?'}
      </p>
      <Button kind="quiet" onClick={() => void show()}>
        {read ? 'Try again' : 'Show setup key'}
      </Button>
    </div>
  );
}

/** For a phone. Far more than an undistorted picture needs. */
const TIME_LIMIT_MS = 2000;

/** The base32 secret in the QR code of an authenticator. Rejects if the picture has none. */
async function readKey(qrCode: string): Promise<string> {
  const { decodeQR } = await import('qr/decode.js');
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
