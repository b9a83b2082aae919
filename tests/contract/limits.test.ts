import { RATE_BURST } from '../../src/wire/constants.ts';
import { PASSWORD, replayGroup } from '../support/replay.ts';

replayGroup('limits', {
  prepare: async ({ client }) => {
    await client('lockout').accept(await client('admin').invite('rec-heidi', ['access']), PASSWORD);
  },
  adjust: {
    // The records omit every other wrong password. The sixth is sent after the lock.
    'limits.lockout-4': async ({ client }) => {
      await client('lockout').signIn('rec-heidi', 'wrong');
      return {};
    },
    'limits.lockout-6': async ({ client }) => {
      await client('lockout').signIn('rec-heidi', 'wrong');
      return {};
    },
    'limits.rate': async ({ client }, sent) => {
      for (let n = 0; n < RATE_BURST; n += 1) await client('hasty browser').send(sent);
      return {};
    },
  },
});
