import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../../tests/support/stubServer.ts';
import { ApiError } from '../../api/errors.ts';
import { refreshUserContext } from '../../api/userContext.ts';
import { PlayerFailure } from './PlayerFailure.tsx';
import { RecordingPage } from './RecordingPage.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The page of an address without a recording type, for a user who may or may not list recordings. */
async function open(maySeeList: boolean): Promise<void> {
  stubServer(() => ({
    userName: 'mara',
    userAcl: { recordedSessions: { list: maySeeList } },
    cluster: { name: 'east' },
  }));
  await refreshUserContext();
  render(<RecordingPage clusterId="east" sid="s1" search={new URLSearchParams()} />);
}

test('a recording that cannot be played links to the list of recordings', async () => {
  await open(true);
  const link = screen.getByRole('link', { name: 'Recordings' });
  expect(link.getAttribute('href')).toBe('/web/cluster/east/recordings');
});

test('a user without the list gets a link to the console', async () => {
  await open(false);
  expect(screen.queryByRole('link', { name: 'Recordings' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/web');
});

test('a 404 of a proxy makes no statement about the recording', () => {
  const error = new ApiError('404 page not found', 404, { isForeign: true });
  render(<PlayerFailure clusterId="east" sid="s1" backHref="/web" error={error} onAgain={vi.fn()} />);
  const note = screen.getByRole('alert').textContent;
  expect(note).toContain('The answer (status 404) is plain text: “404 page not found”');
  expect(note).not.toMatch(/kept|removed/);
});
