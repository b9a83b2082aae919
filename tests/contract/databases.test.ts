// Databases: creation, changes and certificates (http-resources §6).
import { replayGroup, type Mend } from '../support/replay.ts';

/** Each call uses up its token. */
const withDbToken: Mend = async ({ client }, { headers }) => {
  const { json } = await client('admin').call('POST', 'token', { roles: ['Db'], join_method: 'token' });
  const { id } = json as { id: string };
  return { headers: { ...headers, authorization: `Bearer ${id}` } };
};

replayGroup('databases', {
  adjust: {
    'databases.sign': withDbToken,
    'databases.sign-bad-ttl': withDbToken,
    'databases.sign-no-host': withDbToken,
  },
});
