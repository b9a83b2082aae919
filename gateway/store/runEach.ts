/** Where it fails for one, `report` hears of it, and the others have their turn nevertheless. */
export function runEach<T>(all: Iterable<T>, run: (one: T) => void, report: (error: unknown) => void): void {
  for (const one of [...all]) {
    try {
      run(one);
    } catch (error) {
      report(error);
    }
  }
}
