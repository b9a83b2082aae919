/**
 * Measures work of this process in milliseconds of processor time, which does not depend on other processes of the
 * machine. Not for code that waits.
 */
export function cpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
