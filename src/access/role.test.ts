import { describe, expect, test } from 'vitest';
import fixtures from '../../tests/fixtures/saved-roles.json' with { type: 'json' };
import { parsedYaml } from '../../tests/support/parsed.ts';
import { printYaml } from '../wire/yaml.ts';
import { presetRoles } from './presets.ts';
import { toRole } from './role.ts';
import { validateRole } from './validateRole.ts';

describe('what the reference answered to a save', () => {
  for (const { note, content, status, message, printed } of fixtures.saved) {
    test(`${note}: ${status}`, () => {
      const document = parsedYaml(content);
      const fault = validateRole(document);
      expect(fault && { status: fault.status, message: fault.message }).toEqual(message && { status, message });
      // The reference prints its defaults.
      if (printed !== undefined) expect(toRole(document)).toEqual(toRole(parsedYaml(printed)));
    });
  }
});

describe('presets', () => {
  const uuid = /no-login-[0-9a-f-]{36}/;
  const printed = presetRoles().map(({ name, document }) => ({ name, content: printYaml(document) }));

  for (const [index, { name, content }] of fixtures.presets.entries()) {
    test(`${name} is written as the reference writes it`, () => {
      expect(printed[index]?.name).toBe(name);
      expect(printed[index]?.content.replace(uuid, 'no-login')).toBe(content.replace(uuid, 'no-login'));
    });
  }

  test('can be saved', () => {
    for (const { document } of presetRoles()) expect(validateRole(document)).toBeUndefined();
  });

  test('give the auditor a login of its own every time', () => {
    expect(presetRoles()).not.toEqual(presetRoles());
  });
});

test('anything at all reads as a role', () => {
  for (const json of [
    undefined,
    null,
    7,
    'x',
    [],
    { spec: 3 },
    { spec: { allow: [], deny: { rules: [null, 'x', {}] } } },
  ]) {
    const role = toRole(json);
    expect(role.spec.allow.logins).toEqual([]);
    expect(role.spec.options.port_forwarding).toBe(true);
  }
});

test('a label named like a property of objects is a label', () => {
  const role = toRole(JSON.parse('{"spec":{"allow":{"node_labels":{"__proto__":"x","constructor":["y"]}}}}'));
  expect(Object.entries(role.spec.allow.node_labels)).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['y']],
  ]);
});
