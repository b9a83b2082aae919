// An extension: a recovery code opens a reset link (http-auth §7.4 has the codes, but no cluster call that takes one).
import type { Gateway } from '../gateway.ts';
import { denied } from '../http/failures.ts';
import { givenName } from '../identity/givenName.ts';
import type { Api } from './api.ts';

export function recoveryRoutes(api: Api, { recovery, config }: Pick<Gateway, 'recovery' | 'config'>): void {
  api.on('POST', 'postern/recovery', 'csrf+limited', async ({ body }) => {
    const sent = await body();
    const { recoveryCodes, local } = config.get().auth;
    if (!recoveryCodes || !local) throw denied('recovery codes are switched off');
    const tokenId = recovery.accept(givenName(sent), sent.text('code'));
    if (tokenId === undefined) throw denied('invalid credentials');
    return { tokenId };
  });
}
