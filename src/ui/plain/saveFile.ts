/** How long a browser may take to copy a file that it was handed; nobody is told when it is done. */
export const KEPT_MS = 10 * 60_000;

/** Hands content to the browser's downloads. A blob without a type is saved even where the browser could show it. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
