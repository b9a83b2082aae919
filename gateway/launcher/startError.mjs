/**
 * A failure that its one-line message explains in full: the process prints it and ends with exit code 1. It is
 * recognised by name, because the launcher and the built gateway each have a copy of this class.
 */
export class StartError extends Error {
  /** @override */
  name = 'StartError';
}
