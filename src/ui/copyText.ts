/** Copies text to the clipboard. False if the browser denies it. Call it from a click or key handler. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** For pages without the clipboard API: plain http on a host other than loopback. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'vh';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  // The only way there. Browsers still support it for exactly this.
  // oxlint-disable-next-line typescript/no-deprecated
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
