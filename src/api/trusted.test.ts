import { expect, test, vi } from 'vitest';
import { call } from './client.ts';
import { readTrusted, saveTrustedBody, trustedList } from './trusted.ts';

const TOKEN = 'joins-0123456789';
const content = (name: string, rest = '') =>
  `kind: trusted_cluster\nmetadata: { name: ${name} }\nspec:\n  enabled: true\n  token: ${TOKEN}\n  web_proxy_addr: hq.example.test:443\n${rest}`;
const item = (name: string, rest?: string) => ({
  id: `trusted_cluster:${name}`,
  kind: 'trusted_cluster',
  name,
  content: content(name, rest),
});
vi.mock('./client.ts', () => ({ call: vi.fn() }));

const MAP = '  role_map:\n    - { remote: access, local: [guest, dev] }\n    - { remote: ops, local: access }\n';

test('a row has role mapping and tunnel address, but not the token', async () => {
  const { rows } = await trustedList.read([item('hq', MAP), item('old', '  roles: [guest]\n')]);
  expect(rows).toMatchObject([
    { id: 'hq', enabled: true, mapping: ['access → guest, dev', 'ops → access'], tunnel: 'hq.example.test:443' },
    { id: 'old', mapping: ['all users → guest'] },
  ]);
  expect(JSON.stringify(rows)).not.toContain(TOKEN);
});

test('adds the server’s token to a text without a token', async () => {
  const { rows } = await trustedList.read([item('hq', MAP)]);
  const text = rows[0]?.content ?? '';
  expect(await saveTrustedBody({ content: text.replace('enabled: true', 'enabled: false') })).toEqual({
    content: content('hq', MAP).replace('enabled: true', 'enabled: false'),
  });
});

test('finds a written trusted cluster under the name of its root cluster', async () => {
  await trustedList.read([item('old')]);
  vi.mocked(call).mockResolvedValueOnce([item('hq'), item('old')]);
  expect(await readTrusted(item('merger'))).toMatchObject({ id: 'hq' });
});

test('does not confuse a root cluster that another user connected in the meantime', async () => {
  const other = { ...item('a'), content: content('a', MAP).replace('hq.example', 'a.example') };
  await trustedList.read([item('old')]);
  vi.mocked(call).mockResolvedValueOnce([other, item('hq', MAP), item('old')]);
  expect(await readTrusted(item('merger', MAP))).toMatchObject({ id: 'hq' });
  await trustedList.read([item('old')]);
  vi.mocked(call).mockResolvedValueOnce([other, item('old')]);
  expect(await readTrusted(item('merger', MAP))).toMatchObject({ id: 'merger' });
});

test('prefers an existing name, and keeps the written name when the request fails', async () => {
  await trustedList.read([item('old')]);
  vi.mocked(call).mockResolvedValueOnce([item('hq'), item('merger'), item('old')]);
  expect(await readTrusted(item('merger'))).toMatchObject({ id: 'merger' });
  vi.mocked(call).mockRejectedValueOnce(new Error('later'));
  expect(await readTrusted(item('merger'))).toMatchObject({ id: 'merger' });
});
