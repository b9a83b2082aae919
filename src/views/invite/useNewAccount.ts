import { useState } from 'react';
import { finishPasswordToken, reportBeforeSignIn } from '../../api/auth.ts';
import type { AccountReady, PasswordToken } from '../../api/auth.ts';
import { describeFailure } from '../../api/errors.ts';
import { DEFAULT_OTP_DEVICE } from './newAccount.ts';
import type { NewAccount } from './newAccount.ts';
import type { Factor } from '../login/secondFactors.ts';

/** Where an invite or reset stands. */
export type Progress =
  { kind: 'typing' } | { kind: 'sending' } | { kind: 'failed'; why: string } | { kind: 'ready'; account: AccountReady };

/** What is typed, and its way to the server. A failure keeps all of it. */
export function useNewAccount(token: PasswordToken, factor: Factor) {
  const [typed, setTyped] = useState<NewAccount>({
    password: '',
    again: '',
    factor,
    code: '',
    deviceName: DEFAULT_OTP_DEVICE,
  });
  const [progress, setProgress] = useState<Progress>({ kind: 'typing' });

  const type = (part: Partial<NewAccount>) => setTyped((before) => ({ ...before, ...part }));
  const send = async () => {
    setProgress({ kind: 'sending' });
    const withDevice = typed.factor === 'otp';
    try {
      const account = await finishPasswordToken({
        tokenId: token.tokenId,
        password: typed.password,
        code: withDevice ? typed.code : '',
        deviceName: withDevice ? typed.deviceName.trim() : '',
      });
      reportBeforeSignIn('tp.ui.onboard.setCredential.submit', token.user);
      setProgress({ kind: 'ready', account });
    } catch (error) {
      setProgress({ kind: 'failed', why: describeFailure(error).why });
    }
  };
  return { typed, type, progress, send };
}
