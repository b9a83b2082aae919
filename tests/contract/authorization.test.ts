// What somebody without permissions, and an auditor, may do.
import { PASSWORD, replayGroup } from '../support/replay.ts';

const NO_PERMISSIONS = 'kind: role\nversion: v6\nmetadata: {name: rec-none}\nspec: {}\n';

replayGroup('authorization', {
  prepare: async ({ client }) => {
    const admin = client('admin');
    await admin.call('POST', 'roles', { content: NO_PERMISSIONS });
    await client('user without permissions').accept(await admin.invite('rec-frank', ['rec-none']), PASSWORD);
    await client('auditor').accept(await admin.invite('rec-grace', ['auditor']), PASSWORD);
  },
});
