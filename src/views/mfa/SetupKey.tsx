import { useState } from 'react';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import type { TotpSetup } from '../../wire/webauthn.ts';

/** The secret of a new authenticator for whoever cannot scan it. A cluster sends the picture alone, which is read then. */
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
      const { readSetupKey } = await import('./readSetupKey.ts');
      setRead({ key: await readSetupKey(qrCode) });
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
