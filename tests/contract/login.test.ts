import { randomBytes } from 'node:crypto';
import { replayGroup } from '../support/replay.ts';

const otherCsrf = () => randomBytes(32).toString('hex');

replayGroup('login', {
  adjust: {
    'login.header-only': () => ({ headers: { 'x-csrf-token': otherCsrf() } }),
    'login.bad-csrf': async ({ client }) => {
      await client('login').openPage(); // the records do not show it: the browser has a cookie from here on
      return { headers: { cookie: client('login').cookieHeader, 'x-csrf-token': 'zz' } };
    },
    'login.other-csrf': (_stage, { headers }) => ({ headers: { ...headers, 'x-csrf-token': otherCsrf() } }),
  },
});
