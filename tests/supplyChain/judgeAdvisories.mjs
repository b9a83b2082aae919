// Selects the known vulnerabilities of packages that fail `npm run check`.

/**
 * @typedef {{ source?: number, title?: string, url?: string, severity: string, range?: string }} Advisory
 * @typedef {{ name: string, severity: string, via: (string | Advisory)[], nodes: string[] }} Vulnerability
 * @typedef {{ id: string, reason: string, until: string }} Ignored `until`: last day, like 2027-01-31
 * @typedef {{ id: string, package: string, severity: string, title: string, isShipped: boolean, fails: boolean, note: string }} Finding
 */

const FAILING = ['high', 'critical'];

/**
 * Findings of an audit report of npm, the failing ones first. Only a vulnerable package itself counts: the report also
 * lists the packages that depend on it.
 * @param {{ vulnerabilities?: Record<string, Vulnerability> }} report
 * @param {{ shipped: ReadonlySet<string>, ignored: readonly Ignored[], today: string }} context `shipped`: directories
 * @returns {Finding[]}
 */
export function judgeAdvisories({ vulnerabilities = {} }, { shipped, ignored, today }) {
  const findings = Object.values(vulnerabilities).flatMap(({ name, via, nodes }) => {
    const isShipped = nodes.some((path) => shipped.has(path));
    return via.flatMap((advisory) => (typeof advisory === 'string' ? [] : [judge(name, advisory, isShipped)]));
  });
  return findings.sort((a, b) => Number(b.fails) - Number(a.fails));

  /**
   * @param {string} name
   * @param {Advisory} advisory
   * @param {boolean} isShipped
   * @returns {Finding}
   */
  function judge(name, { source, title = 'no title', url = '', severity }, isShipped) {
    const id = url.split('/').at(-1) || String(source ?? 'unknown');
    const exception = ignored.find((each) => each.id === id);
    const isExcused = exception !== undefined && today <= exception.until;
    const fails = isShipped && FAILING.includes(severity) && !isExcused;
    const note = exception
      ? isExcused
        ? `ignored until ${exception.until}`
        : `ignored only until ${exception.until}`
      : '';
    return { id, package: name, severity, title, isShipped, fails, note };
  }
}

/** @param {Finding} finding */
export const findingLine = ({ id, package: name, severity, title, isShipped, note }) =>
  `  ${name}: ${severity}, ${id}, ${title} (${[isShipped ? 'shipped' : 'not shipped', note].filter(Boolean).join(', ')})`;
