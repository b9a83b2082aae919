// npm forwards SIGTERM and SIGINT to the script that it runs. If npm itself is killed, the script has to detect it.

const POLL_MS = 500;
/** The scripts `start` and `dev` of package.json. */
const OURS = /^exec node gateway\/launcher\/start\.cjs( --dev)?$/;

/**
 * Aborts once the npm that runs this script has ended. Never aborts for a process that npm did not start: a terminal or
 * a service manager may end without the gateway.
 * @param {NodeJS.ProcessEnv} env
 * @returns {AbortSignal}
 */
export const npmGone = ({ npm_lifecycle_script: script = '' }) =>
  // Another script may start the gateway in the background and end, and the gateway inherits its environment.
  OURS.test(script) ? parentGone() : new AbortController().signal;

/**
 * Aborts once the parent process has ended.
 * @returns {AbortSignal}
 */
export function parentGone() {
  const controller = new AbortController();
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return; // not compared with 1: other processes may adopt orphans
    clearInterval(timer);
    controller.abort();
  }, POLL_MS);
  timer.unref();
  return controller.signal;
}
