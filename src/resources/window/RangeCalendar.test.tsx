import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import RangeCalendar from './RangeCalendar.tsx';

const RANGE = { first: '2026-01-05', last: '2026-01-20' };
const focusedName = () => document.activeElement?.getAttribute('aria-label');
/** The day that Tab leads to. */
const stops = () =>
  [...document.querySelectorAll('[data-day][tabindex="0"]')].map((day) => day.getAttribute('aria-label'));

test('months are turned by the keyboard, and a day of theirs can be reached', async () => {
  const user = userEvent.setup();
  render(<RangeCalendar days={RANGE} named={undefined} onDone={() => undefined} />);
  expect(focusedName()).toBe('20 January 2026');
  screen.getByRole('button', { name: 'Earlier months' }).focus();
  await user.keyboard('{Enter}{Enter}{Enter}');
  expect(focusedName()).toBe('Earlier months');
  expect(screen.getByText('September 2025')).toBeTruthy();
  expect(stops()).toEqual(['31 October 2025']);
  screen.getByRole('button', { name: 'Later months' }).focus();
  await user.keyboard('{Enter}{Enter}');
  expect(focusedName()).toBe('Later months');
  expect(stops()).toEqual(['1 November 2025']);
});

test('arrow keys go from day to day and into other months, two of them make a range', async () => {
  const user = userEvent.setup();
  let done: unknown;
  render(<RangeCalendar days={RANGE} named={undefined} onDone={(range) => (done = range)} />);
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowLeft}{Enter}');
  expect(focusedName()).toBe('29 December 2025');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(done).toEqual({ first: '2025-12-29', last: '2026-01-05' });
});
