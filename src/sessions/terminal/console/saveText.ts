/** Hands a text to the browser's downloads, under a name that file systems take. */
export function saveText(text: string, title: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${title.replace(/[^\w@.-]+/g, '_')}.txt`;
  link.click();
  // The download has its own hold on it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
