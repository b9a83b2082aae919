let begun = false;

/** Fetches the editor before somebody opens a document: call it when a list of documents has nothing else to do. */
export function prefetchEditor(): void {
  if (begun) return;
  begun = true;
  // A failure is told when a document is opened; here it only takes back the attempt.
  import('./DocumentEditor.tsx').catch(() => (begun = false));
}
