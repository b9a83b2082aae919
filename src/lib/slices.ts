/** Shorter than a frame, so that scrolling and typing go on between two slices. */
const SLICE_MS = 8;

/** Works through many items without holding up the page. Rejects with the signal's reason when it is aborted. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void, signal: AbortSignal): Promise<void> {
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    signal.throwIfAborted();
    work(item);
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted(); // before the next item is made
    until = performance.now() + SLICE_MS;
  }
}
