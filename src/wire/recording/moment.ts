// A moment of a recording in an address (`#t=1h2m3s`) and on the screen (`1:02:03`).

const PARTS = /^(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,9})(\.\d{1,3})?s?)?$/;

/** Milliseconds of `1h2m3.5s`, or of plain seconds. Undefined if the text is neither. */
export function parseMoment(text: string): number | undefined {
  const parts = text === '' ? null : PARTS.exec(text);
  if (!parts) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = parts;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds + fraction)) * 1000);
}

/** The shortest text that `parseMoment` reads as the same number. */
export function formatMoment(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60];
  const seconds = (whole % 60_000) / 1000;
  const text = `${hours ? `${hours}h` : ''}${minutes ? `${minutes}m` : ''}${seconds ? `${seconds}s` : ''}`;
  return text || '0s';
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `mm:ss`, or `h:mm:ss` from one hour on (streams §4.3). */
export function displayTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** The moment in the fragment of an address (`#t=1m30s`). Undefined if there is none. */
export function momentOfAddress(hash: string): number | undefined {
  const text = new URLSearchParams(hash.slice(1)).get('t');
  return text === null ? undefined : parseMoment(text);
}
