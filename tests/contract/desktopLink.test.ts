import { afterAll, beforeAll, expect, test } from 'vitest';
import { DesktopClient } from '../support/desktopClient.ts';
import { startVncServer, type VncServer } from '../support/desktopServers.ts';

let server: VncServer;
beforeAll(async () => {
  server = await startVncServer();
  server.run('xterm', ['-geometry', '80x24+20+20']);
});
afterAll(() => server.stop());

const differs = (client: DesktopClient) => {
  const shot = server.screenshot();
  if (shot.width !== client.screen.width || shot.height !== client.screen.height) return 'size';
  return shot.rgb.equals(client.screen.rgb) ? '' : 'pixels';
};

test('the picture is that of the display', async () => {
  const client = new DesktopClient(server_());
  client.link.input({ kind: 'pointerMove', x: 5, y: 5 });
  await expect.poll(() => client.pictureBytes.length, { timeout: 10000 }).toBeGreaterThan(0);
  await expect.poll(() => differs(client)).toBe('');
  client.link.close();
  expect(await client.ended).toEqual({ kind: 'closed' });
});
const server_ = () => ({ address: { host: server.host, port: server.port } });
