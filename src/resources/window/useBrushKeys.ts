import { useMemo } from 'react';
import { useKeys } from '../../ui/keys/keys.ts';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useLatest } from '../useLatest.ts';
import { firstSpan, moveEdge, moveSpan, type Bars } from './bars.ts';
import type { Span } from './range.ts';

type Brushed = { made: Bars; span: Span | undefined; onSpan: (span: Span) => void };
type Move = (made: Bars, span: Span) => Span;

const widthMs = ({ fromMs, toMs }: Span): number => toMs - fromMs;

const MOVES: readonly { label: string; key: string; move: Move }[] = [
  { label: 'Move selection earlier', key: '[', move: (made, span) => moveSpan(made, span, -widthMs(span)) },
  { label: 'Move selection later', key: ']', move: (made, span) => moveSpan(made, span, widthMs(span)) },
  {
    label: 'Move end earlier',
    key: '{',
    move: (made, span) => moveEdge(made, span, 'to', span.toMs - made.stepMs),
  },
  {
    label: 'Move end later',
    key: '}',
    move: (made, span) => moveEdge(made, span, 'to', span.toMs + made.stepMs),
  },
];

/** Brackets move the selection, with Shift its end. Without a selection they create one. */
export function useBrushKeys(brushed: Brushed): void {
  const newest = useLatest(brushed);
  const actions = useMemo(
    () =>
      MOVES.map(({ label, key, move }): KeyAction => ({
        label,
        group: 'Histogram',
        keys: [key],
        run: () => {
          const { made, span, onSpan } = newest.current;
          onSpan(span ? move(made, span) : firstSpan(made, Date.now()));
        },
      })),
    [newest],
  );
  useKeys(actions);
}
