/** RFC 4180. A spreadsheet would run what begins like a formula, so such a value gets an apostrophe in front. */
const csvCell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => line.map(csvCell).join(',') + '\r\n').join('');
