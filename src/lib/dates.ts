/** The time zone in which the console shows times. It is one setting for the whole console. */
export type Zone = 'local' | 'utc';

const two = (n: number): string => String(n).padStart(2, '0');

function parts(date: Date, zone: Zone): { day: string; time: string } {
  const utc = zone === 'utc';
  const [y, m, d, h, min, s] = utc
    ? [
        date.getUTCFullYear(),
        date.getUTCMonth(),
        date.getUTCDate(),
        date.getUTCHours(),
        date.getUTCMinutes(),
        date.getUTCSeconds(),
      ]
    : [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()];
  return { day: `${String(y).padStart(4, '0')}-${two(m + 1)}-${two(d)}`, time: `${two(h)}:${two(min)}:${two(s)}` };
}

/** `yyyy-MM-dd HH:mm:ss` (specification §9). */
export const formatDateTime = (date: Date, zone: Zone): string => `${parts(date, zone).day} ${parts(date, zone).time}`;

/** `yyyy-MM-dd`. */
export const formatDate = (date: Date, zone: Zone): string => parts(date, zone).day;

/** `HH:mm:ss`. */
export const formatTime = (date: Date, zone: Zone): string => parts(date, zone).time;

/** `.044`, to append to a time. */
export const formatMillis = (date: Date): string => `.${String(date.getMilliseconds()).padStart(3, '0')}`;

/** `31 m 47 s`, `2 h 5 m`, `3 d 4 h`: the two largest units, never rounded up. Negative reads as zero. */
export function formatDuration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const units: [number, string][] = [
    [Math.floor(total / 86_400), 'd'],
    [Math.floor(total / 3600) % 24, 'h'],
    [Math.floor(total / 60) % 60, 'm'],
    [total % 60, 's'],
  ];
  const first = units.findIndex(([n]) => n > 0);
  if (first < 0) return '0 s';
  return units
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(' ');
}
