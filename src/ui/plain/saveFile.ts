/** How long a browser may take to copy a file that it was handed. It does not report when it has finished. */
export const KEPT_MS = 10 * 60_000;

/** Browsers rename a blob with no type or a text type: `hosts` becomes `hosts.txt`. */
const TYPE = 'application/octet-stream';

/**
 * Hands content to the browser's downloads under exactly this name. Slashes, which file names cannot contain, become
 * `_`.
 */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content.slice(0, content.size, TYPE));
  link.download = name.replace(/[\\/]/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** A title as a name that is valid on every file system. */
export const fileNameOf = (title: string): string => title.replace(/[^\w@.-]+/g, '_');

/** Hands a text to the browser's downloads. */
export const saveText = (text: string, title: string): void =>
  saveFile(`${fileNameOf(title)}.txt`, new Blob([text], { type: 'text/plain' }));
