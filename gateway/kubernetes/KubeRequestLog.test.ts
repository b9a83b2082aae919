import { expect, test } from 'vitest';
import type { AuditEvents } from '../audit/events.ts';
import { KubeRequestLog } from './KubeRequestLog.ts';

const READ = {
  user: 'ann',
  request_path: '/api/v1/pods',
  response_code: 200,
  kubernetes_cluster: 'dev',
  kubernetes_users: ['ann'],
  kubernetes_groups: [],
  kubernetes_labels: {},
  server_id: 'host',
} as unknown as AuditEvents['kube.request'];

test('refuses a read that cannot be logged, and logs the next one', () => {
  let room = false;
  let written = 0;
  const emit = () => {
    if (!room) throw new Error('the disk is full');
    written += 1;
  };
  const log = new KubeRequestLog({ emit, repeat: emit }, () => 0);
  expect(() => log.read(READ)).toThrow('full');
  expect(() => log.read(READ)).toThrow('full');
  room = true;
  log.read(READ);
  log.read(READ);
  expect(written).toBe(1);
});

test('logs a read again after the clock was set back', () => {
  let written = 0;
  let nowMs = 86_400_000;
  const emit = () => (written += 1);
  const log = new KubeRequestLog({ emit, repeat: emit }, () => nowMs);
  log.read(READ);
  nowMs = 0;
  log.read(READ);
  expect(written).toBe(2);
});
