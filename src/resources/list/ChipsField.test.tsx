import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ChipsField } from './ChipsField.tsx';
import { addValue, noFilter, type Filter } from './filter.ts';

function Field() {
  const [filter, setFilter] = useState<Filter>(
    ['env', 'team', 'tier'].reduce((all, key) => addValue(all, key, 'x'), noFilter),
  );
  if (filter.mode !== 'chips') return null;
  return (
    <div role="search">
      <ChipsField
        filter={filter}
        vocabulary={{ facets: [], names: () => [], paths: [] }}
        placeholder=""
        onChange={setFilter}
        onLeave={() => undefined}
        ref={null}
      />
    </div>
  );
}

test('the row of chips scrolls to its end for an added chip, and stays where the user removes one', async () => {
  const scrolls = vi.spyOn(Element.prototype, 'scrollTo').mockReturnValue();
  render(<Field />);
  const last = screen.getByRole('button', { name: 'Remove tier = x' });
  scrolls.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Remove env = x' }));
  expect(last.isConnected).toBe(true);
  expect(scrolls).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Search'), 'os = linux{Enter}');
  expect(scrolls).toHaveBeenCalledOnce();
});

test('the field has the focus after a chip is edited, or removed by keyboard', async () => {
  render(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  await userEvent.click(screen.getByRole('button', { name: /^env/ }));
  expect([field.value, document.activeElement]).toEqual(['env = x', field]);
  const remove = screen.getByRole('button', { name: 'Remove team = x' });
  remove.focus();
  vi.spyOn(remove, 'matches').mockReturnValue(true); // happy-dom does not know how the focus came
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(field);
});
