// Durations in resource documents (resource-specs §0.3) and of Go programs (lock lifetimes, signing).

export type Duration = { ok: true; ms: number } | { ok: false; message: string; isTooLong: boolean };

/** Milliseconds per unit. `μ` and `µ` are different characters that look alike, and both are in use. */
const GO_UNITS = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const DAY_MS = 86_400_000;
const DOCUMENT_UNITS = { ...GO_UNITS, d: DAY_MS, mo: 30 * DAY_MS, y: 365 * DAY_MS };
/** The reference counts nanoseconds in 64 bits: about 292 years. */
const MAX_MS = 2 ** 63 / 1e6;

/** `never`, or `1h30m`, `7d`, `2mo`, as in resource documents. `never` is zero. */
export const parseDuration = (text: string): Duration =>
  text === 'never' ? { ok: true, ms: 0 } : parse(text, DOCUMENT_UNITS);

/** The shorter list of units that Go knows: no days, no `never`. */
export const parseGoDuration = (text: string): Duration => parse(text, GO_UNITS);

function parse(text: string, units: Readonly<Record<string, number>>): Duration {
  const refuse = (reason: string, isTooLong = false): Duration => ({
    ok: false,
    message: `${reason} ${JSON.stringify(text)}`,
    isTooLong,
  });
  const negative = text.startsWith('-');
  const body = /^[-+]/.test(text) ? text.slice(1) : text;
  if (body === '0') return { ok: true, ms: 0 };
  if (body === '') return refuse('time: invalid duration');
  let ms = 0;
  const part = /([0-9]*)(?:\.([0-9]*))?([^0-9.]*)/y;
  while (part.lastIndex < body.length) {
    const [, whole = '', fraction = '', unit = ''] = part.exec(body) ?? [];
    if (whole === '' && fraction === '') return refuse('time: invalid duration');
    if (unit === '') return refuse('time: missing unit in duration');
    const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
    if (factor === undefined) return refuse(`time: unknown unit "${unit}" in duration`);
    ms += Number(`${whole || '0'}.${fraction || '0'}`) * factor;
  }
  if (ms >= MAX_MS) return refuse('time: invalid duration', true);
  return { ok: true, ms: negative && ms !== 0 ? -ms : ms };
}

/** Hours, minutes and seconds as servers print them: `30h0m0s`, `5m0s`, `1.5s`, `200ms`, `0s`. */
export function formatDurationText(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const ns = Math.round((Math.abs(ms) - seconds * 1000) * 1e6);
  if (ns === 1e9) return formatDurationText(Math.sign(ms) * (seconds + 1) * 1000);
  if (seconds === 0) return sign + formatBelowSecond(ns);
  const h = Math.floor(seconds / 3600);
  const m = Math.floor(seconds / 60) % 60;
  const s = `${seconds % 60}${fractionOf(ns, 1e9)}s`;
  if (h > 0) return `${sign}${h}h${m}m${s}`;
  return m > 0 ? `${sign}${m}m${s}` : sign + s;
}

function formatBelowSecond(ns: number): string {
  if (ns === 0) return '0s';
  if (ns < 1e3) return `${ns}ns`;
  const [factor, unit] = ns < 1e6 ? [1e3, 'µs'] : [1e6, 'ms'];
  return `${Math.floor(ns / factor)}${fractionOf(ns % factor, factor)}${unit}`;
}

/** `.5` for 500 of 1000. No trailing zeros, and no text for zero. */
const fractionOf = (part: number, whole: number): string =>
  part === 0 ? '' : `.${String(whole + part).slice(1)}`.replace(/0{1,8}$/, '');
