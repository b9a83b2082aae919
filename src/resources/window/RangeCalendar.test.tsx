import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chooseZone } from '../../ui/zone.ts';
import RangeCalendar from './RangeCalendar.tsx';

const RANGE = { first: '2026-01-05', last: '2026-01-20' };
const focusedName = () => document.activeElement?.getAttribute('aria-label');
/** The day that Tab focuses. */
const stops = () =>
  [...document.querySelectorAll('[data-day][tabindex="0"]')].map((day) => day.getAttribute('aria-label'));

test('the keyboard changes months and reaches a day in them', async () => {
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

test('arrow keys move between days and months, and Enter twice selects a range', async () => {
  const user = userEvent.setup();
  let done: unknown;
  render(<RangeCalendar days={RANGE} named={undefined} onDone={(range) => (done = range)} />);
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowLeft}{Enter}');
  expect(focusedName()).toBe('29 December 2025');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(done).toEqual({ first: '2025-12-29', last: '2026-01-05' });
});

test('a range that ends in the future opens at today', async () => {
  let done: unknown;
  render(
    <RangeCalendar
      days={{ first: '2026-01-05', last: '2999-01-01' }}
      named={undefined}
      onDone={(range) => (done = range)}
    />,
  );
  expect(document.activeElement?.getAttribute('aria-label')).toBeTruthy();
  const today = document.activeElement?.getAttribute('data-day') ?? '';
  await userEvent.keyboard('{Enter}{Enter}');
  expect(done).toEqual({ first: today, last: today });
});

test('today is the day in the selected time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 15) });
  chooseZone('utc');
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    act(() => chooseZone('local'));
  });
  render(<RangeCalendar days={undefined} named={undefined} onDone={() => undefined} />);
  const isOff = (day: string) => document.querySelector(`[data-day="${day}"]`)?.matches(':disabled');
  expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-20');
  expect(isOff('2026-11-21')).toBe(true);
  act(() => chooseZone('local'));
  expect(isOff('2026-11-21')).toBe(false);
});
