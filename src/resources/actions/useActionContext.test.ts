import { expect, test } from 'vitest';
import { clusterAddress } from './useActionContext.ts';

const at = { publicURL: 'proxy.example.com:443' };
const cluster = { isGateway: false };
const launch = '/launch/grafana.proxy.example.com/main/grafana.proxy.example.com';

test.each(['10.0.0.7', '[fd00::7]'])('a console at %s opens apps on the cluster’s address', (host) => {
  expect(clusterAddress(launch, cluster, at, host)).toBe(`https://proxy.example.com:443/web${launch}`);
});

test.each(['localhost', 'console.example.com', '7.example.com'])('a console at %s opens apps itself', (host) => {
  expect(clusterAddress(launch, cluster, at, host)).toBeUndefined();
});

test('returns no cluster address for other pages, for a gateway or without a public address', () => {
  expect(clusterAddress('/roles', cluster, at, '10.0.0.7')).toBeUndefined();
  expect(clusterAddress(launch, { isGateway: true }, at, '10.0.0.7')).toBeUndefined();
  expect(clusterAddress(launch, cluster, { publicURL: '' }, '10.0.0.7')).toBeUndefined();
});
