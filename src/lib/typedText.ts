/** Characters, Enter and Backspace as a terminal sends them. Undefined: a shortcut, or a key that types nothing. */
export function typedText(event: KeyboardEvent): string | undefined {
  const isShortcut = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (isShortcut || event.isComposing) return undefined;
  if (event.key === 'Enter') return '\r';
  if (event.key === 'Backspace') return '\x7f';
  return /^.$/u.test(event.key) ? event.key : undefined;
}
