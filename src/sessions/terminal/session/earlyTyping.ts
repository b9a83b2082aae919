import { typedText } from '../../../lib/typedText.ts';

declare global {
  interface Window {
    /** The script that collects the keys shares no modules with the code that takes them. */
    posternEarlyTyping?: { text: string; send: ((text: string) => void) | undefined } | undefined;
  }
}

/**
 * Collects what the user types before the terminal can have the focus: a user who opens a shell types at once, and the
 * shell may be ready before the page. Ends when any element gets the focus.
 */
export function keepEarlyTyping(): void {
  const typing: NonNullable<Window['posternEarlyTyping']> = (window.posternEarlyTyping = { text: '', send: undefined });
  const collect = (event: KeyboardEvent): void => {
    // The page may still have no body.
    const isFree = event.target === document.body || event.target === document.documentElement;
    const text = isFree ? typedText(event) : undefined;
    if (text === undefined) return;
    event.preventDefault();
    if (typing.send) typing.send(text);
    else typing.text += text;
  };
  window.addEventListener('keydown', collect);
  window.addEventListener('focusin', () => window.removeEventListener('keydown', collect), { once: true });
}

/** Passes on the text that was typed so far, and later text until an element gets the focus. Once per page. */
export function takeEarlyTyping(send: (text: string) => void): void {
  const typing = window.posternEarlyTyping;
  if (!typing || typing.send) return;
  typing.send = send;
  if (typing.text) send(typing.text);
  typing.text = '';
}
