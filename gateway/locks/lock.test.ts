import { describe, expect, test } from 'vitest';
import { checkLock, isLocked, lockDocument, lockText, toLock, toTargets, type LockSubject } from './lock.ts';

const subject: LockSubject = {
  user: 'dave',
  roles: ['access', 'dev'],
  mfaDevice: 'key-1',
  login: 'root',
  serverId: 'node-1',
  windowsDesktop: 'lab-1',
};
const hits = (target: object, whom: LockSubject = subject) => isLocked(toLock({ spec: { target } }), whom);

describe('a lock', () => {
  test.each([
    [{ user: 'dave' }, true],
    [{ user: 'Dave' }, false],
    [{ role: 'dev' }, true],
    [{ role: 'de' }, false],
    [{ login: 'root' }, true],
    [{ node: 'node-1' }, true],
    [{ server_id: 'node-1' }, true],
    [{ server_id: 'node-2' }, false],
    [{ mfa_device: 'key-1' }, true],
    [{ windows_desktop: 'lab-1' }, true],
    [{ user: 'dave', login: 'root' }, true],
    [{ user: 'dave', login: 'ubuntu' }, false],
    [{ user: 'eve', role: 'dev' }, false],
    [{ node: 'node-2', server_id: 'node-1' }, false],
    [{ access_request: 'x' }, false],
    [{ device: 'x' }, false],
    [{ user: 'dave', device: 'x' }, false],
    [{}, false],
    [{ planet: 'mars' }, false],
    [{ user: '' }, false],
  ])('on %j applies to a subject that matches all its targets: %j', (target, expected) => {
    expect(hits(target)).toBe(expected);
  });

  test.each([
    [{ server_id: 'node-2' }, true],
    [{ node: 'node-2', user: 'dave' }, true],
    [{ node: 'node-2', user: 'eve' }, false],
  ])('on a server, %j, applies to a request for any server: %j', (target, expected) =>
    expect(hits(target, { ...subject, anyServer: true })).toBe(expected),
  );

  test.each([
    [{ login: 'root' }],
    [{ server_id: 'node-1' }],
    [{ mfa_device: 'key-1' }],
    [{ windows_desktop: 'lab-1' }],
  ])('on %j does not apply to a subject without an open session', (target) =>
    expect(hits(target, { user: 'dave', roles: ['dev'] })).toBe(false),
  );

  test.each([
    undefined,
    null,
    'text',
    { spec: 'text' },
    { spec: { target: ['user'] } },
    { spec: { target: { user: 7 } } },
  ])('from an invalid document, %j, does not apply', (document) =>
    expect(isLocked(toLock(document), subject)).toBe(false),
  );

  test('is the same after it was written to a document and read', () => {
    const lock = {
      name: 'x',
      targets: { user: 'dave' },
      message: 'review',
      expiresMs: Date.parse('2030-01-01T00:00:00Z'),
    };
    expect(toLock(lockDocument(lock))).toEqual(lock);
    const endless = { name: 'x', targets: { role: 'dev' }, message: '', expiresMs: undefined };
    expect(toLock(lockDocument(endless))).toEqual(endless);
  });

  test('on a server ID also targets the node, unless a node is set', () => {
    expect(toTargets({ server_id: 'a' })).toEqual({ server_id: 'a', node: 'a' });
    expect(toTargets({ server_id: 'a', node: 'b' })).toEqual({ server_id: 'a', node: 'b' });
    expect(toTargets({ node: 'b' })).toEqual({ node: 'b' });
  });

  test('has the text of the contract', () => {
    expect(lockText({ targets: { user: 'stranger' }, message: 'capture' })).toBe(
      'lock targeting User:"stranger" is in force: capture',
    );
    expect(lockText({ targets: { server_id: 'a', node: 'a', login: 'ro"ot' }, message: '' })).toBe(
      'lock targeting Login:"ro\\"ot" Node:"a" ServerID:"a" is in force',
    );
  });

  test('ends at the earlier of its two expiry times', () => {
    const metadata = { name: 'x', expires: '2030-01-01T00:00:00Z' };
    expect(toLock({ metadata, spec: { expires: '2031-01-01T00:00:00Z' } }).expiresMs).toBe(
      Date.parse(metadata.expires),
    );
    expect(toLock({ metadata, spec: {} }).expiresMs).toBe(Date.parse(metadata.expires));
    expect(toLock({ spec: { expires: 'soon' } }).expiresMs).toBeUndefined();
  });

  test.each([
    [{ target: { user: 'dave' } }, undefined],
    [{ target: { user: 'dave' }, expires: '2030-01-01T00:00:00Z' }, undefined],
    [{ target: { user: null, role: 'dev' }, expires: null }, undefined],
    [{ target: {} }, 'at least one target field must be set'],
    [{}, 'at least one target field must be set'],
    [{ target: { user: 7 } }, 'spec.target.user: expected a string'],
    [{ target: { user: 'dave' }, expires: 'soon' }, /^spec\.expires: expected a time/],
    [{ target: { user: 'dave', lgoin: 'root' } }, 'spec.target: no lock has the target "lgoin"'],
    [{ target: { user: 'dave', Login: 'root' } }, 'spec.target: no lock has the target "Login"'],
    [{ target: 'text' }, 'at least one target field must be set'],
    [{ target: { user: 'da\0ve' } }, 'spec.target.user: a string must not contain the character NUL'],
    [{ target: { role: 'dev' }, message: '\0' }, 'spec.message: a string must not contain the character NUL'],
    [{ target: { user: 'dave' }, expires: 7 }, /^spec\.expires: expected a time/],
  ])('with the spec %j is accepted, or refused with a reason', (spec, fault) => {
    const found = checkLock({ spec });
    if (fault instanceof RegExp) expect(found).toMatch(fault);
    else expect(found).toBe(fault);
  });
});
