import { useState } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { useMedia, PHONE } from '../../ui/useMedia.ts';
import { NAMED_RANGES, rangeLabel, type Range } from './range.ts';

const calendar = lazyComponent(() => import('./RangeCalendar.tsx'), { name: 'The calendar' });

type Props = { range: Range; short: boolean; onChange: (range: Range) => void };

/** Width of the calendar, which is not loaded yet when it is positioned. */
const WIDTH_PX = 470;
const PHONE_WIDTH_PX = 306;

/** Which days a list over time shows (screens §10). */
export function RangePicker({ range, short, onChange }: Props) {
  const [anchor, setAnchor] = useState<Element>();
  const isPhone = useMedia(PHONE);
  const days = typeof range === 'string' ? undefined : range;
  const dates = days && rangeLabel(days);
  return (
    <>
      {!short && (
        <Segmented
          label="Time range"
          value={typeof range === 'string' ? range : undefined}
          segments={NAMED_RANGES}
          onChange={onChange}
        />
      )}
      <Button
        kind={isPhone ? 'quiet' : 'plain'}
        icon="calendar"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-label={`Custom range${dates === undefined ? '' : `, ${dates}`}`}
        onPointerEnter={() => void calendar.fetch()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {!short && (dates ?? 'Custom range')}
      </Button>
      {anchor && (
        <Popup
          anchor={anchor}
          align="right"
          width={isPhone ? PHONE_WIDTH_PX : WIDTH_PX}
          label="Custom range"
          onClose={() => setAnchor(undefined)}
        >
          <calendar.Part
            days={days}
            named={short ? range : undefined}
            onDone={(chosen) => {
              setAnchor(undefined);
              onChange(chosen);
            }}
          />
        </Popup>
      )}
    </>
  );
}
