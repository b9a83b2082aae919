/**
 * A failure that its one-line message explains in full: the process prints it and ends with exit code 1.
 * Recognised by name, because the launcher and the built gateway each carry a copy of this class.
 */
export class StartError extends Error {
  /** @override */
  name = 'StartError';
}
