import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { reportEvent } from '../../api/auth.ts';
import type { DocumentResource, Target } from './openDocument.ts';
import { useUsageReports, whatReprintLoses } from './useSaving.ts';

vi.mock('../../api/auth.ts', () => ({ reportEvent: vi.fn() }));
beforeEach(() => vi.mocked(reportEvent).mockReset());
const reported = () => vi.mocked(reportEvent).mock.calls.map(([event]) => event);

const NEW: Target = { kind: 'new', from: undefined, type: undefined };
function open(target: Target) {
  const roles = resourceNamed('roles');
  if (!roles.yaml) throw new Error('roles cannot be edited as documents');
  const resource: DocumentResource = { ...roles, yaml: roles.yaml };
  return renderHook(() => useUsageReports(resource, target));
}

test('a saved new role reports its start and its end once each', () => {
  const { result, unmount } = open(NEW);
  result.current.saved();
  result.current.saved();
  unmount();
  expect(reported()).toEqual(['tp.ui.createNewRole.click', 'tp.ui.createNewRoleSave.click']);
});

test('a new role that is not saved reports the cancellation', () => {
  open(NEW).unmount();
  expect(reported()).toEqual(['tp.ui.createNewRole.click', 'tp.ui.createNewRoleCancel.click']);
});

test('an existing role reports nothing', () => {
  const { result, unmount } = open({ kind: 'existing', id: 'access' });
  result.current.saved();
  unmount();
  expect(reported()).toEqual([]);
});

test('warns that a server removes comments when it reprints a document', () => {
  expect(whatReprintLoses('a: 1 # why\n', 'role')).toContain('removes the comments');
});

test.each(['a: 1\n', 'a: "# no comment"\n', 'a: |\n  # text\n'])('%j loses nothing in a reprint', (text) => {
  expect(whatReprintLoses(text, 'role')).toBeUndefined();
});
