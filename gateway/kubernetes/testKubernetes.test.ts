import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startKubernetes, type Kubernetes } from '../../tests/support/kubernetes.ts';
import { Dialer } from '../ssh/Dialer.ts';
import { KubernetesFault } from './KubernetesFault.ts';
import type { KubeTarget } from './login.ts';
import { testKubernetes } from './testKubernetes.ts';

let kubernetes: Kubernetes;
const dialer = new Dialer({
  inventory: { find: () => undefined, named: () => [] },
  hostId: 'here',
  ssh: () => ({
    anyHost: false,
    joinedServers: { certify: () => '', dial: () => Promise.reject(new Error('no tunnel')), opened: () => undefined },
  }),
});

beforeAll(async () => {
  kubernetes = await startKubernetes([{ namespace: 'default', name: 'web-1' }], ['dev']);
});
afterAll(() => kubernetes.stop());

const target = (kubeconfig: string): KubeTarget => {
  const file = join(kubernetes.directory, 'kubeconfig');
  writeFileSync(file, kubeconfig);
  return {
    document: { kind: 'kube_cluster', version: 'v3', metadata: { name: 'eu-1' }, spec: {} },
    connect: { via: 'kubernetes', kubeconfig: { file } },
    origin: 'config-file',
  };
};

const faultOf = async (kubeconfig: string, user: string): Promise<KubernetesFault> => {
  try {
    await testKubernetes({ dialer }, target(kubeconfig), { namespace: 'default', user });
  } catch (error) {
    if (error instanceof KubernetesFault) return error;
    throw error;
  }
  throw new Error('the test passed');
};

test('a cluster that works', async () => {
  const wanted = { namespace: 'default', user: 'dev', groups: ['viewers'] };
  await testKubernetes({ dialer }, target(kubernetes.kubeconfig()), wanted);
  expect(kubernetes.seen.at(-1)).toMatchObject({ user: 'dev', groups: ['viewers'] });
});

test('credentials of a program', async () => {
  const config = JSON.parse(kubernetes.kubeconfig()) as { users: { user: object }[] };
  const credential = JSON.stringify({ kind: 'ExecCredential', status: { token: 'the-token-of-the-gateway' } });
  config.users = [{ ...config.users[0], user: { exec: { command: 'echo', args: [credential] } } }];
  await testKubernetes({ dialer }, target(JSON.stringify(config)), { namespace: '' });
});

test.each([
  ['connect', () => kubernetes.kubeconfig('token', unreachable), 'dev', /cannot be reached/, /refused/],
  ['connect', () => kubernetes.kubeconfig('token', untrusted), 'dev', /is not trusted/, /SELF_SIGNED|UNABLE/],
  ['connect', () => '{', 'dev', /kubeconfig cannot be used/, /^$/],
  ['login', () => kubernetes.kubeconfig('wrong-token'), 'dev', /does not accept the credentials/, /Unauthorized/],
  ['list', () => kubernetes.kubeconfig(), 'mallory', /user mallory without groups/, /User "mallory" cannot list/],
])('what fails at the stage %s', async (stage, kubeconfig, user, message, cause) => {
  const fault = await faultOf(kubeconfig(), user);
  expect([fault.stage, fault.message, fault.cause]).toEqual([
    stage,
    expect.stringMatching(message),
    expect.stringMatching(cause),
  ]);
});

type Config = Parameters<NonNullable<Parameters<Kubernetes['kubeconfig']>[1]>>[0];
const changed = (config: Config, cluster: object): Config => ({
  ...config,
  clusters: config.clusters.map((each) => ({ ...each, cluster: { ...each.cluster, ...cluster } })),
});
const unreachable = (config: Config) => changed(config, { server: 'https://127.0.0.1:1' });
const untrusted = (config: Config) => changed(config, { 'certificate-authority-data': undefined });
