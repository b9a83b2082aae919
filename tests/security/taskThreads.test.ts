// Tasks check access in threads, which get the roles but not the additional requirements of gateway.yaml.
import { expect, test } from 'vitest';
import { accessOf, openTaskParts } from '../../gateway/tasks/taskParts.ts';
import { startInProcess } from '../support/appInProcess.ts';

test('a second factor that the cluster requires for each session cannot be checked in a thread', async () => {
  const gateway = await startInProcess({ auth: { second_factor: 'optional' } });
  try {
    const admin = await gateway.admin();
    await gateway.user(admin, 'ann');
    const name = 'cluster-auth-preference';
    const preference = { kind: 'cluster_auth_preference', version: 'v2', metadata: { name } };
    const content = JSON.stringify({ ...preference, spec: { require_session_mfa: true } });
    const written = await admin.call('PUT', `postern/documents/${preference.kind}/${name}`, { content });
    expect(written.status, written.text).toBe(200);
    const { settings, stores, accessCache, hostId } = gateway.app.gateway;
    const ann = stores.users.find('ann');
    expect(ann && accessCache.of(ann).anyRequiresSessionMfa()).toBe(true);

    const { dataDir, publicUrl } = settings;
    const parts = openTaskParts({ dataDir, settings: { clusterName: 'example.test', publicUrl, hostId } });
    const inThread = accessOf(parts, 'ann');
    expect(inThread.resource('node', {}, {}).ok).toBe(true);
    expect(() => inThread.anyRequiresSessionMfa()).toThrow('second factor');
    expect(() => inThread.requiresSessionMfa('node', {})).toThrow('second factor');
    parts.stores.db.close();
  } finally {
    await gateway.stop();
  }
});
