import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Histogram from './Histogram.tsx';

const HOUR_MS = 3600_000;
const histogram = {
  time: 'at',
  counts: 'Events',
  flagged: { label: 'Refused or failed', is: () => false },
};

test.each([
  [1, 'Events: 1, refused or failed: 0'],
  [3, 'Events: 3, refused or failed: 0'],
])('the accessible label has the number of events: %i', (count, words) => {
  const rows = Array.from({ length: count }, (_, n) => ({ id: String(n), at: new Date(HOUR_MS) }));
  render(
    <Histogram
      histogram={histogram}
      rows={rows}
      bounds={{ fromMs: 0, toMs: 24 * HOUR_MS }}
      counted={undefined}
      loadedFromMs={undefined}
      span={undefined}
      onSpan={() => undefined}
    />,
  );
  expect(screen.getByRole('region', { name: 'Events over time' }).textContent).toContain(words);
});
