import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { contextWith } from '../../../tests/support/resourceHarness.tsx';
import type { UserContext } from '../../api/userContext.ts';
import AddDialog from './AddDialog.tsx';

let user: UserContext;
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<object>()),
  userContext: () => user,
}));
const ALL = { list: true, read: true, edit: true, create: true, remove: true, use: true };

/** Why the user cannot write the document. */
function refusal(document: string): string | null {
  render(
    <MemoryRouter>
      <AddDialog row={{ id: 'server', label: 'Add server', document }} onClose={() => undefined} />
    </MemoryRouter>,
  );
  return screen.getByRole('button', { name: 'Write the document' }).getAttribute('aria-description');
}

test('requires the permission on the kind of the document, as the editor does', () => {
  user = contextWith({ db: ALL });
  expect(refusal('node')).toBe('Your roles lack node: create');
});

test('does not require the permission on another kind', () => {
  user = contextWith({ nodes: ALL });
  expect(refusal('node')).toBeNull();
});
