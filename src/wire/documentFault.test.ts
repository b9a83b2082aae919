import { expect, test } from 'vitest';
import { faultAt, toFieldFault, withoutField } from './documentFault.ts';
import { cpuClock } from '../../tests/support/cpuClock.ts';

test.each([
  ['spec.allow.rules[2].verbs: expected a list, got a string', 'spec.allow.rules.2.verbs'],
  ['spec.client_id is missing', 'spec.client_id'],
  ['spec.github.allow[0] must set sub or repository', 'spec.github.allow.0'],
  ['unknown key spec.ury; did you mean uri?', 'spec.ury'],
  ['kind: expected "app", found "ap"', 'kind'],
  ['metadata.labels: more than 1000 labels', 'metadata.labels'],
  ['specs are out', ''],
  ['not a valid resource declaration', ''],
])('the message %s names the field %s', (message, path) => {
  const fault = toFieldFault(message);
  expect(fault).toMatchObject({ message });
  expect(fault.path.join('.')).toBe(path);
});

test('an explicit field has priority over the field in the message', () => {
  expect(toFieldFault(faultAt('spec.a: no', 'spec', 'b')).path).toEqual(['spec', 'b']);
});

test('removes the field from the message when the field is shown separately', () => {
  expect(withoutField('spec.allow.rules[2].verbs: expected a list')).toBe('expected a list');
  expect(withoutField('spec.client_id is missing')).toBe('spec.client_id is missing');
});

test('a field name with many dots is parsed quickly', () => {
  const ms = cpuClock();
  expect(toFieldFault(`spec${'.a'.repeat(1000)}:x`).path).toEqual([]);
  expect(ms()).toBeLessThan(50);
});
