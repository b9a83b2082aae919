/** Below these widths the look changes (look §2). */
export const PHONE = '(max-width: 599px)';
export const NARROW = '(max-width: 1199px)';
/** The other side of `NARROW`. */
export const FULL = '(min-width: 1200px)';
