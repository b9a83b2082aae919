import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LogsPage } from './LogsPage.tsx';

const POD = `ingress-nginx-controller-${'7d9c8f6b5'.repeat(3)}-x2x4z`;
const address = { clusterId: 'east', kubeCluster: 'eu-1', namespace: 'default', pod: POD, container: 'app' };

afterEach(() => void vi.unstubAllGlobals());

/** An undefined `log` stays open without a line. */
function open(log: string | undefined) {
  vi.stubGlobal('fetch', async (input: string) => {
    if (!input.includes('/logs')) return Response.json({ containers: [{ name: 'app' }] });
    return new Response(log ?? new ReadableStream({ start: () => undefined }));
  });
  show();
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogsPage address={address} crumbs="eu-1 › default ›" onContainer={vi.fn()} onBack={vi.fn()} />
    </QueryClientProvider>,
  );

test('the heading shows the container separately, so that a long pod name does not hide it', async () => {
  open('one\n');
  await screen.findByText('one');
  const heading = screen.getByRole('heading', { name: `${POD} / app` });
  const [pod, container] = heading.children;
  expect([pod?.textContent, pod?.className, container?.textContent]).toEqual([POD, 'cut', ' / app']);
  expect(screen.getByText('eu-1 › default ›')).toBeTruthy();
});

test.each([
  ['', 'The log is empty'],
  [undefined, 'No lines yet'],
])('reports a log without lines (%j)', async (log, title) => {
  open(log);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('shows why a log could not be read', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: { message: 'Select one of them.' } }, { status: 403 }));
  show();
  expect(await screen.findByText(/Select one of them/)).toBeTruthy();
  expect(screen.getByText('The log could not be read.')).toBeTruthy();
  expect(screen.getByRole('log').hidden).toBe(false);
});

test('offers to read a finished log again instead of pausing it', async () => {
  open('one\n');
  await screen.findByText('one');
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }));
  expect(await screen.findByText('one')).toBeTruthy();
});

test('reports a search without matches, and shows the end of the log after the search is cleared', async () => {
  open('one\ntwo\n');
  await screen.findByText('one');
  const box = screen.getByRole('log');
  Object.defineProperty(box, 'scrollHeight', { value: 900 });
  const search = screen.getByRole('searchbox', { name: 'Search' });
  fireEvent.change(search, { target: { value: 'three' } });
  expect(screen.getByRole('heading', { name: 'No lines match' })).toBeTruthy();
  box.scrollTop = 0;
  fireEvent.change(search, { target: { value: '' } });
  expect(screen.queryByRole('heading', { name: 'No lines match' })).toBeNull();
  expect(box.scrollTop).toBe(900);
});

test('marks a truncated line', async () => {
  open(`${'x'.repeat(10_001)}\nshort\n`);
  await screen.findByText('short');
  expect(screen.getAllByText('… cut')).toHaveLength(1);
});

test('downloads the whole log without a limit of lines', async () => {
  // Without this, the window of all tests would navigate to the file.
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    return input.includes('/logs') ? new Response('one\n') : Response.json({ containers: [{ name: 'app' }] });
  });
  show();
  await screen.findByText('one');
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(asked.filter((url) => url.includes('/logs'))).toHaveLength(2);
  expect(asked.at(-1)).not.toContain('tail=');
});
