import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, replayGroup, type Stage } from '../support/replay.ts';

/** The headers of an earlier session that has ended. */
let earlier: Record<string, string>;

const withCookie =
  (value: string) =>
  (_stage: Stage, { headers }: { headers?: Record<string, string | undefined> }) => ({
    headers: { ...headers, cookie: `__Host-session=${value}` },
  });
const hexOf = (claim: object) => Buffer.from(JSON.stringify(claim)).toString('hex');

const keep = ({ signedIn }: ApiClient) => void (earlier = signedIn);

replayGroup('session', {
  prepare: async ({ client }) => {
    const admin = client('admin');
    await client('another user').accept(await admin.invite('rec-dave', ['access']), PASSWORD);
    await client('erin').accept(await admin.invite('rec-erin', ['access']), PASSWORD);
  },
  adjust: {
    'session.status-basic': ({ client }, { headers }) => ({
      headers: {
        ...headers,
        authorization: `Basic ${Buffer.from(`x:${client('admin').bearer}`).toString('base64')}`,
      },
    }),
    'session.bad-cookie': withCookie('zz'),
    'session.not-json-cookie': withCookie('616263'),
    'session.no-sid-cookie': withCookie(hexOf({ user: 'rec-admin' })),
    'session.foreign-bearer': ({ client }, { headers }) => ({
      headers: { ...headers, authorization: `Bearer ${client('admin').bearer}` },
    }),
    'session.renew': ({ client }) => {
      keep(client('erin'));
      return {};
    },
    'session.renew-old': () => ({ headers: earlier }),
    'session.renew-old-bearer': (_stage, { headers }) => ({
      headers: { ...headers, authorization: earlier['authorization'] },
    }),
    'session.logout': ({ client }) => {
      keep(client('erin'));
      return {};
    },
    'session.logout-after': () => ({ headers: earlier }),
    'session.logout-renew': () => ({ headers: earlier }),
  },
});
