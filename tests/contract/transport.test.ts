import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '../../src/lib/json.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { replayGroup } from '../support/replay.ts';

replayGroup('transport');

describe('a body in JSON (http-auth §1.6)', () => {
  let gateway: InProcess;
  let admin: ApiClient;
  beforeAll(async () => {
    gateway = await startInProcess();
    admin = await gateway.admin();
  });
  afterAll(() => gateway.stop());

  const sent = (path: string, body: string) =>
    admin.send({ method: 'POST', path: `/v1/webapi/${path}`, headers: admin.signedIn, body });

  test('is read as an empty object if it is null', async () => {
    expect((await sent('sessions/web/renew', 'null')).status).toBe(200);
    const [empty, nothing] = [await sent('sessions/app', '{}'), await sent('sessions/app', ' null ')];
    expect([nothing.status, nothing.text]).toEqual([400, empty.text]);
  });

  test('is refused with a byte order mark', async () => {
    const { status, json } = await sent('sessions/web/renew', '\ufeff{}');
    expect([status, at(json, 'error', 'message')]).toEqual([400, expect.stringMatching(/^request: /)]);
  });
});
