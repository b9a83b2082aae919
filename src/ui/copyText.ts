/** Puts text on the clipboard; false when the browser refuses. Call it from a click or key handler. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Where the clipboard API is absent: pages over plain http on a host other than loopback. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'vh';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  // The only way left there; browsers keep it for exactly this.
  // oxlint-disable-next-line typescript/no-deprecated
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
