import { expect, test } from 'vitest';
import { clusterAddress } from './useActionContext.ts';

const at = { publicURL: 'proxy.example.com:443' };
const cluster = { isGateway: false };
const launch = '/launch/grafana.proxy.example.com/main/grafana.proxy.example.com';

test.each(['10.0.0.7', '[fd00::7]'])('a console at %s leaves applications to the cluster’s own', (host) => {
  expect(clusterAddress(launch, cluster, at, host)).toBe(`https://proxy.example.com:443/web${launch}`);
});

test.each(['localhost', 'console.example.com', '7.example.com'])('a console at %s opens them itself', (host) => {
  expect(clusterAddress(launch, cluster, at, host)).toBeUndefined();
});

test('every other page, and every page of the gateway, is here or nowhere', () => {
  expect(clusterAddress('/roles', cluster, at, '10.0.0.7')).toBeUndefined();
  expect(clusterAddress(launch, { isGateway: true }, at, '10.0.0.7')).toBeUndefined();
  expect(clusterAddress(launch, cluster, { publicURL: '' }, '10.0.0.7')).toBeUndefined();
});
