import { Dialer } from '../../gateway/ssh/Dialer.ts';

/** A dialer of a gateway without servers: every connection is direct. */
export const directDialer = (): Dialer =>
  new Dialer({
    inventory: { find: () => undefined, named: () => [] },
    hostId: 'here',
    ssh: () => ({
      anyHost: false,
      joinedServers: { certify: () => '', dial: () => Promise.reject(new Error('no tunnel')), opened: () => undefined },
    }),
  });
