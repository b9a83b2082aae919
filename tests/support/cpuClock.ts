/**
 * Measures work of this process in milliseconds of processor time: how long it takes on a quiet machine, whatever else
 * runs on this one. Not for what waits.
 */
export function cpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
