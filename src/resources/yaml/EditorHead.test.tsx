import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import roles from '../../descriptors/roles.descriptor.ts';
import { EditorHead } from './EditorHead.tsx';

function headOf(title: string) {
  if (!roles.yaml) throw new Error('roles are documents');
  return (
    <MemoryRouter>
      <EditorHead resource={{ ...roles, yaml: roles.yaml }} title={title} />
    </MemoryRouter>
  );
}

afterEach(() => {
  document.title = '';
});

test('sets the document title per document and restores it on unmount', () => {
  document.title = 'Manage Roles';
  const { rerender, unmount } = render(headOf('access'));
  expect(document.title).toBe('access • Manage Roles');
  rerender(headOf('auditor'));
  expect(document.title).toBe('auditor • Manage Roles');
  unmount();
  expect(document.title).toBe('Manage Roles');
});
