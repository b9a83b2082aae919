import { expect, test } from 'vitest';
import { clusterAddress } from './useActionContext.ts';

const cluster = { publicURL: 'proxy.example.com:443' };
const launch = '/launch/grafana.proxy.example.com/main/grafana.proxy.example.com';

test('a cluster launches its applications at its own address', () => {
  expect(clusterAddress(launch, { isGateway: false }, cluster)).toBe(`https://proxy.example.com:443/web${launch}`);
});

test('every other page, and every page of the gateway, is here or nowhere', () => {
  expect(clusterAddress('/roles', { isGateway: false }, cluster)).toBeUndefined();
  expect(clusterAddress(launch, { isGateway: true }, cluster)).toBeUndefined();
  expect(clusterAddress(launch, { isGateway: false }, { ...cluster, publicURL: '' })).toBeUndefined();
});
