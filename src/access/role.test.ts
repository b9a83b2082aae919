import { describe, expect, test } from 'vitest';
import fixtures from '../../tests/fixtures/saved-roles.json' with { type: 'json' };
import { parsedYaml } from '../../tests/support/parsed.ts';
import { printYaml } from '../wire/yaml.ts';
import { presetRoles } from './presets.ts';
import { toRole } from './role.ts';
import { validateRole } from './validateRole.ts';

describe('the reference’s response to saving', () => {
  for (const { note, content, status, message, printed } of fixtures.saved) {
    test(`${note}: ${status}`, () => {
      const document = parsedYaml(content);
      const fault = validateRole(document);
      expect(fault && { status: fault.status, message: fault.message }).toEqual(message && { status, message });
      // The reference prints its default values.
      if (printed !== undefined) expect(toRole(document)).toEqual(toRole(parsedYaml(printed)));
    });
  }
});

describe('presets', () => {
  const uuid = /no-login-[0-9a-f-]{36}/;
  const printed = presetRoles().map(({ name, document }) => ({ name, content: printYaml(document) }));

  for (const [index, { name, content }] of fixtures.presets.entries()) {
    test(`${name} equals the document of the reference`, () => {
      expect(printed[index]?.name).toBe(name);
      expect(printed[index]?.content.replace(uuid, 'no-login')).toBe(content.replace(uuid, 'no-login'));
    });
  }

  test('are valid', () => {
    for (const { document } of presetRoles()) expect(validateRole(document)).toBeUndefined();
  });

  test('give the auditor a random login each time', () => {
    expect(presetRoles()).not.toEqual(presetRoles());
  });
});

test('reads any value as a role', () => {
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

test('reads a label with the name of an object property as a label', () => {
  const role = toRole(JSON.parse('{"spec":{"allow":{"node_labels":{"__proto__":"x","constructor":["y"]}}}}'));
  expect(Object.entries(role.spec.allow.node_labels)).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['y']],
  ]);
});
