/** RFC 3339 without fractions, as a cluster writes times of conversations. */
export const toTimestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
