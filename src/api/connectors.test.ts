import { expect, test } from 'vitest';
import { parseYaml } from '../wire/yaml.ts';
import { connectorId, connectorParts, loadConnectorDecoder, readConnector, saveConnectorBody } from './connectors.ts';

const SECRET = 'very-secret-value';
const content = (name: string, secret: string, kind = 'github') =>
  `kind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n  client_id: abc\n  client_secret: ${secret}\n  display: GitHub\n  teams_to_roles:\n  - organization: octo\n    roles:\n    - access\n    - editor\n    team: admins\nversion: v3\n`;
const item = (name: string, secret: string, kind = 'github') => ({
  id: `${kind}:${name}`,
  kind,
  name,
  content: content(name, secret, kind),
});
async function written(text: string): Promise<unknown> {
  const body = (await saveConnectorBody({ content: text })) as { content: string };
  const parsed = parseYaml(body.content);
  return parsed.ok ? (parsed.value as { spec: { client_secret?: unknown } }).spec.client_secret : undefined;
}

test('a row has the values of the document, but not the secret', async () => {
  const read = await loadConnectorDecoder();
  const row = read(item('octo', SECRET));
  expect(row).toMatchObject({ id: 'github:octo', display: 'GitHub', by: '1 team', roles: ['access', 'editor'] });
  expect(JSON.stringify(row)).not.toContain(SECRET);
  expect(row.content).toContain('client_secret: # kept by the server, not shown');
});

test('reads roles from the old team mapping', async () => {
  const old = content('octo', SECRET).replace('teams_to_roles', 'teams_to_logins').replace('    roles:', '    logins:');
  expect(await readConnector({ ...item('octo', SECRET), content: old })).toMatchObject({
    by: '1 team',
    roles: ['access', 'editor'],
  });
});

test('a cluster gets its secret back unless the text has another one', async () => {
  const { content: shown } = await readConnector(item('told', SECRET));
  expect(await written(shown)).toBe(SECRET);
  expect(await written(shown.replace(/ {2}client_secret.*\n/, ''))).toBe(SECRET);
  expect(await written(content('told', 'another'))).toBe('another');
  const { content: again } = await readConnector(item('told', 'another'));
  expect(await written(again)).toBe('another');
});

test('sends no secret and no placeholder to a gateway, which keeps the secret itself', async () => {
  const { content: shown } = await readConnector(item('quiet', '""'));
  expect(await written(shown)).toBe('');
  expect((await saveConnectorBody({ content: shown })) as object).not.toMatchObject({
    content: expect.stringContaining('# kept'),
  });
});

test('does not send the secret to a connector of another kind or name', async () => {
  await readConnector(item('mine', SECRET));
  expect(await written(content('mine', '""', 'oidc'))).toBe('');
  expect(await written(content('mine-copy', '""'))).toBe('');
});

test('a document that cannot be parsed has no values and is sent unchanged', async () => {
  const row = await readConnector({ kind: 'github', name: 'broken', content: 'a: [' });
  expect(row).toMatchObject({ id: 'github:broken', roles: [] });
  expect(await saveConnectorBody({ content: 'a: [' })).toEqual({ content: 'a: [' });
});

test('an id contains kind and name, for any name', () => {
  expect(connectorParts(connectorId('oidc', 'a:b'))).toEqual({ kind: 'oidc', name: 'a:b' });
});
