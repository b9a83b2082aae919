/** Runs `run` for all. An error goes to `report` and does not stop the others. */
export function runEach<T>(all: Iterable<T>, run: (item: T) => void, report: (error: unknown) => void): void {
  for (const item of [...all]) {
    try {
      run(item);
    } catch (error) {
      report(error);
    }
  }
}
