import { randomBytes } from 'node:crypto';
import { replayGroup } from '../support/replay.ts';

const good = (token: string) => ({ token, password: 'Q29udHJhY3QtcGFzcy0x', second_factor_token: '' });
const hex = (bytes: number) => randomBytes(bytes).toString('hex');

replayGroup('invite', {
  signedIn: false,
  adjust: {
    'invite.page': ({ token }) => ({ path: `/web/invite/${token}` }),
    'invite.get': ({ token }) => ({ path: `/v1/webapi/users/password/token/${token}` }),
    'invite.get-unknown': () => ({ path: `/v1/webapi/users/password/token/${hex(16)}` }),
    'invite.put-wrong-csrf': ({ token }, { headers }) => ({
      headers: { ...headers, 'x-csrf-token': hex(32) },
      body: good(token),
    }),
    'invite.put-unknown': () => ({ body: good(hex(16)) }),
    'invite.put-long': ({ token }) => ({
      body: { ...good(token), password: Buffer.from('x'.repeat(129)).toString('base64') },
    }),
    'invite.put-not-base64': ({ token }) => ({ body: { ...good(token), password: 'p@ss word' } }),
    'invite.put-wrong-otp': ({ token }) => ({ body: { ...good(token), second_factor_token: '000000' } }),
    'invite.put': ({ token }) => ({ body: good(token) }),
    'invite.put-again': ({ token }) => ({ body: good(token) }),
  },
});
