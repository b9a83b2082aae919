// The rights of a user without permissions, and of an auditor.
import { PASSWORD, replayGroup } from '../support/replay.ts';

const NO_PERMISSIONS = 'kind: role\nversion: v6\nmetadata: {name: rec-none}\nspec: {}\n';

/** A node of this gateway in place of the recorded node. */
let node = '';

replayGroup('authorization', {
  prepare: async ({ client }) => {
    const admin = client('admin');
    await admin.call('POST', 'roles', { content: NO_PERMISSIONS });
    await client('user without permissions').accept(await admin.invite('rec-frank', ['rec-none']), PASSWORD);
    const { json } = await admin.call('GET', 'sites/-current-/nodes?limit=100');
    node = (json as { items: { id: string }[] }).items[0]?.id ?? '';
    await client('auditor').accept(await admin.invite('rec-grace', ['auditor']), PASSWORD);
  },
  adjust: {
    'authorization.scp': (_stage, { path }) => ({ path: path.replace(/\/nodes\/[0-9a-f-]{36}\//, `/nodes/${node}/`) }),
  },
});
