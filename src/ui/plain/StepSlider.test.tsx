import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StepSlider } from './StepSlider.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.animate = vi.fn();
});
afterEach(() => vi.useRealTimers());

const slider = (step: string) => (
  <StepSlider step={step} direction="forward" durationMs={500}>
    <input aria-label={step} />
  </StepSlider>
);

test('slides the old step out without focus and then focuses the new one', () => {
  const { rerender } = render(slider('Password'));
  rerender(slider('Code'));
  expect(screen.getByLabelText('Password').closest('[inert]')).not.toBeNull();
  expect(document.activeElement).toBe(document.body);
  act(() => void vi.advanceTimersByTime(500));
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByLabelText('Code')).toBe(document.activeElement);
});

test('a rerender during the slide does not prevent its end', () => {
  const { rerender } = render(slider('Password'));
  rerender(slider('Code'));
  rerender(slider('Code'));
  act(() => void vi.advanceTimersByTime(500));
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('with reduced motion the new step appears immediately', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: query.includes('reduce') }) as MediaQueryList,
  );
  const { rerender } = render(slider('Password'));
  rerender(slider('Code'));
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByLabelText('Code')).toBe(document.activeElement);
});
