/** Runs `run` for all. An error goes to `report` and does not stop the others. */
export function runEach<T>(all: Iterable<T>, run: (one: T) => void, report: (error: unknown) => void): void {
  for (const one of [...all]) {
    try {
      run(one);
    } catch (error) {
      report(error);
    }
  }
}
