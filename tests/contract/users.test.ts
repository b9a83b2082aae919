import { BODY_LIMIT_BYTES } from '../../src/wire/constants.ts';
import { replayGroup } from '../support/replay.ts';

replayGroup('users', {
  adjust: {
    'users.create-no-type': ({ client }) => ({ headers: { ...client('admin').signedIn, 'content-type': undefined } }),
    // The records omit that the trait was cleared before.
    'users.update-null-trait': async ({ client }) => {
      await client('admin').call('PUT', 'users', { name: 'rec-bob', roles: ['access'], traits: { databaseUsers: [] } });
      return {};
    },
    'users.create-huge': () => ({ body: JSON.stringify({ name: 'x'.repeat(BODY_LIMIT_BYTES) }) }),
  },
});
