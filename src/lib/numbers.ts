const NARROW_NO_BREAK_SPACE = '\u202f';

/** Groups thousands with a narrow no-break space: `12 408`. */
export const formatCount = (n: number): string =>
  String(Math.trunc(n)).replace(/\B(?=(\d{3})+$)/g, NARROW_NO_BREAK_SPACE);

/** `1 server`, `2 servers`. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`;
