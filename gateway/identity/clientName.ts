/** How much of a User-Agent is read. */
const READ_MAX_CHARS = 512;

/** The first match names the program: most browsers also name the browsers that they derive from. */
const PROGRAMS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chromium/', 'Chromium'],
  ['HeadlessChrome/', 'Headless Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
  ['Wget/', 'Wget'],
  ['PowerShell/', 'PowerShell'],
  ['python-requests/', 'Python'],
  ['Python-urllib/', 'Python'],
  ['Go-http-client/', 'Go'],
  ['undici', 'Node.js'],
  ['node', 'Node.js'],
];

const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
  ['FreeBSD', 'FreeBSD'],
];

/**
 * Program and operating system of a User-Agent, if known: `Firefox on Linux`, `curl`, or ''. The sender chooses the
 * header, so the result contains only the words above.
 */
export function clientName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, READ_MAX_CHARS);
  const nameIn = (programs: typeof PROGRAMS) => programs.find(([mark]) => text.includes(mark))?.[1];
  const [program, system] = [nameIn(PROGRAMS), nameIn(SYSTEMS)];
  if (program !== undefined && system !== undefined) return `${program} on ${system}`;
  return program ?? system ?? '';
}
