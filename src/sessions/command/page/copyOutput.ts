import { copyText } from '../../../ui/copyText.ts';
import { toasts } from '../../../ui/toasts.ts';

/** Says by a toast how it went; `what` begins the sentence. */
export async function copyOutput(text: string, what: string): Promise<void> {
  toasts.show({ text: (await copyText(text)) ? `${what} copied` : 'The browser let nothing onto the clipboard' });
}
