import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../../tests/support/stubServer.ts';
import { refreshUserContext } from '../../api/userContext.ts';
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

test('a recording that cannot be played leads to the list of recordings', async () => {
  await open(true);
  const link = screen.getByRole('link', { name: 'Recordings' });
  expect(link.getAttribute('href')).toBe('/web/cluster/east/recordings');
});

test('a user whose roles hide the list is led to the console', async () => {
  await open(false);
  expect(screen.queryByRole('link', { name: 'Recordings' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/web');
});
