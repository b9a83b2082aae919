import { screen } from '@testing-library/dom';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerForFiles } from './plain/LazyPart.ts';
import { lazyComponent } from './lazyComponent.ts';

afterEach(() => answerForFiles({ lossOf: async () => 'unanswered' }));

const Field = ({ label }: { label: string }) => <input aria-label={label} />;

/** A field whose file can be loaded only after the call of `unblock`. */
function blocked(what: string | undefined) {
  let isBlocked = true;
  const field = lazyComponent(
    async () => {
      if (isBlocked) throw new TypeError('Failed to fetch dynamically imported module');
      return { default: Field };
    },
    { name: what, waiting: 'Loading the field' },
  );
  return { field, unblock: () => (isBlocked = false) };
}

test('shows a load error in place and loads the part on retry', async () => {
  const { field, unblock } = blocked('The field');
  render(
    <main>
      The page
      <field.Part label="Name" around={(standIn) => <section aria-label="Place">{standIn}</section>} />
    </main>,
  );
  expect(screen.getByRole('region', { name: 'Place' }).textContent).toBe('Loading the field');
  await screen.findByText('The field could not be loaded.');
  expect(screen.getByRole('main').textContent).toContain('The page');
  unblock();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('textbox', { name: 'Name' });
  expect(screen.queryByRole('region')).toBeNull();
});

test('renders a prefetched part immediately', async () => {
  const { field, unblock } = blocked('The field');
  unblock();
  await field.fetch();
  render(<field.Part label="Name" />);
  screen.getByRole('textbox', { name: 'Name' });
});

test('an overlay can be closed while it loads', async () => {
  const { field } = blocked('The field');
  const onClose = vi.fn();
  render(<field.Part label="Name" onClose={onClose} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('offers a reload after an update of the server, but no retry', async () => {
  answerForFiles({ lossOf: async () => 'replaced' });
  const { field } = blocked('The field');
  render(<field.Part label="Name" />);
  await screen.findByText('A new version of the console is available.');
  screen.getByRole('button', { name: 'Reload the page' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an unnamed part shows no load error', async () => {
  const { field } = blocked(undefined);
  await field.fetch();
  const { container } = render(<field.Part label="Name" />);
  await field.fetch();
  expect(container.textContent).toBe('Loading the field');
});
