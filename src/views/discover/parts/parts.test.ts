import { expect, test } from 'vitest';
import { serverCommand } from '../../../api/tokens.ts';
import { parseYaml } from '../../../wire/yaml.ts';
import { desktopFaults, moreLabel } from '../desktop/desktopTexts.ts';
import { helmCommand, kubeNameFault, namespaceFault } from '../kubernetes/helmTexts.ts';
import { readKubeconfig } from '../kubernetes/kubeItem.ts';
import { appCommand, applicationFaults, appNameFault, appUriFault, manualSteps } from '../selector/applicationTexts.ts';
import { labelFault } from './labels.ts';
import { accessRole, rulesRole } from './roleText.ts';
import { allValues, changesTraits, fixedValues, mergedTraits } from './traits.ts';

const FIELDS = [{ trait: 'logins', label: 'OS users' }];

test('values from roles are fixed and are not saved as traits', () => {
  const own = { logins: ['mara'], db_users: ['reader'] };
  const fixed = fixedValues(FIELDS, own, { logins: ['root', 'mara', 'root'] });
  expect(fixed).toEqual({ logins: ['root'] });
  const merged = mergedTraits(own, { logins: ['mara', 'deploy', 'deploy', 'root'] }, fixed);
  expect(merged).toEqual({ logins: ['mara', 'deploy'], db_users: ['reader'] });
  expect(changesTraits(own, merged)).toBe(true);
  expect(changesTraits(own, { ...own })).toBe(false);
  expect(allValues(fixed, { logins: ['mara', 'root'] })).toEqual({ logins: ['root', 'mara'] });
});

test('role templates are valid documents', () => {
  const grant = { name: 'server-access', labels: 'node_labels', fields: { logins: 'logins' } };
  const local = parseYaml(accessRole(grant, false).text);
  expect(local).toMatchObject({
    ok: true,
    value: {
      spec: {
        allow: {
          node_labels: { '*': '*' },
          logins: ['{{internal.logins}}'],
          rules: [{ resources: ['user'], verbs: ['update'] }],
        },
      },
    },
  });
  expect(accessRole(grant, true).text).not.toContain('rules');
  expect(parseYaml(rulesRole('x', [{ resources: ['db'], verbs: ['create', 'update'] }]).text).ok).toBe(true);
});

test('builds the commands of a server', () => {
  const options = { origin: 'https://east.example.test', token: 'ab12', isEmbedded: true, isBehindNat: false };
  expect(serverCommand(options)).toBe(`curl -fsSL 'https://east.example.test/scripts/ab12/install-node.sh' | sudo sh`);
  expect(serverCommand({ ...options, isBehindNat: true })).toMatch(/sudo sh -s -- --tunnel$/);
  expect(serverCommand({ ...options, isEmbedded: false })).toBe(
    `sudo bash -c "$(curl -fsSL 'https://east.example.test/scripts/ab12/install-node.sh')"`,
  );
});

test.each([
  ['', 'a', 'Enter a name'],
  ['a b', 'a', 'letters'],
  ['teleport.dev/origin', 'a', 'belong to the server'],
  ['env', 'a', 'exists already'],
  ['team', '', 'Enter a value'],
])('rejects the label %j: %j', (name, value, why) => {
  expect(labelFault({ env: 'prod' }, name, value)).toContain(why);
});

test('validates name and address of an application', () => {
  expect(
    [appNameFault(''), appNameFault('-a'), appNameFault('a'.repeat(64)), appNameFault('a-1')].map(Boolean),
  ).toEqual([true, true, true, false]);
  expect(
    [appUriFault(''), appUriFault('nothing'), appUriFault('http://a/?q'), appUriFault('http://a:80/x')].map(Boolean),
  ).toEqual([true, true, true, false]);
  const command = appCommand({ origin: 'https://e', token: 't', name: 'shop', uri: "http://a/'" });
  expect(command).toBe(
    `sudo bash -c "$(curl -fsSL 'https://e/scripts/t/install-app.sh?name=shop&uri=http%3A%2F%2Fa%2F%27')"`,
  );
});

test('manual steps without a token include its creation', () => {
  const commands = (isByHand: boolean) =>
    manualSteps({ isByHand, proxy: 'e:443', version: '13.1.3' })
      .map(({ command, tokenCommand }) => tokenCommand?.('ab12') ?? command)
      .join('\n');
  expect(commands(false)).toContain('--token=ab12');
  expect(commands(true)).toContain('tctl tokens add --type=app');
});

test('validates the fields of an application on a gateway', () => {
  const good = { name: 'shop', uri: 'http://127.0.0.1:8080', publicAddr: '' };
  const wrong = (change: Partial<typeof good>) =>
    Object.entries(applicationFaults({ ...good, ...change })).flatMap(([field, fault]) => (fault ? [field] : []));
  expect(wrong({})).toEqual([]);
  expect(wrong({ name: 'Shop', uri: 'tcp://a:1', publicAddr: 'a b' })).toEqual(['name', 'uri', 'publicAddr']);
  expect(wrong({ publicAddr: 'shop.example.com:8443' })).toEqual([]);
});

test('validates the fields of a desktop', () => {
  const route = { via: '', viaLogin: '' };
  const base = { name: 'a', addr: 'lab:5900', account: '', domain: '', fingerprint: '', labels: {}, ...route };
  const wrong = (values: Parameters<typeof desktopFaults>[0]) =>
    Object.entries(desktopFaults(values)).flatMap(([field, fault]) => (fault ? [field] : []));
  expect(wrong({ ...base, protocol: 'vnc' })).toEqual([]);
  expect(wrong({ ...base, protocol: 'rdp', addr: 'http://a', fingerprint: 'ab' })).toEqual([
    'addr',
    'account',
    'password',
    'fingerprint',
  ]);
  const saved = { name: 'a', revision: '1', secrets: ['rdp.password'] };
  expect(wrong({ ...base, protocol: 'rdp', account: 'ann', saved, fingerprint: 'AB:'.repeat(31) + 'CD' })).toEqual([]);
  expect([moreLabel(5), moreLabel(11), moreLabel(12)]).toEqual(['2 more', '8 more', '10+ more']);
});

test('the Helm values follow the edition of the cluster', () => {
  const options = {
    join: { token: 'ab12', resourceId: '5b1e' },
    namespace: 'teleport',
    name: 'eu-1',
    proxy: 'e:443',
    version: '13.1.3',
    config: { isEnterprise: false, isCloud: false, automaticUpgrades: true },
  };
  const command = helmCommand(options);
  expect(command).toContain(
    'authToken: ab12\nproxyAddr: e:443\nkubeClusterName: eu-1\nlabels:\n    teleport.internal/resource-id: 5b1e',
  );
  expect(command).toContain('--version 13.1.3 --create-namespace --namespace teleport');
  expect(command).not.toMatch(/updater|enterprise/);
  const cloud = helmCommand({ ...options, config: { isEnterprise: true, isCloud: true, automaticUpgrades: true } });
  expect(cloud).toMatch(/enterprise: true[^]*updater:[^]*replicaCount: 2/);
  // Both are inserted into a shell command.
  expect([kubeNameFault('a; rm -rf /'), namespaceFault('a$(id)')].every(Boolean)).toBe(true);
});

test.each([
  ['{', 'not YAML'],
  ['contexts: []', 'no contexts'],
  ['{contexts: [{name: a}], users: [{user: {exec: {command: x}}}]}', 'exec'],
])('rejects the kubeconfig %j: %s', async (text, why) => {
  expect((await readKubeconfig(text)).fault).toContain(why);
});

test('lists the contexts of a kubeconfig', async () => {
  const text = '{contexts: [{name: a}, {name: b}], current-context: b, users: [{user: {token: x}}]}';
  expect(await readKubeconfig(text)).toEqual({ contexts: ['a', 'b'], current: 'b' });
});
