import { copyText } from './copyText.ts';
import { toasts } from './toasts.ts';

const DENIED = 'Could not copy: the browser denied access to the clipboard';

/** Copies and shows the result; `label` was copied ("Link", a name). Call it from a click or key handler. */
export async function copyWithToast(text: string, label: string): Promise<void> {
  await copyAndReport(text, label, (message) =>
    toasts.show({ text: message, ...(message === DENIED && { isWarning: true }) }),
  );
}

/** As `copyWithToast`, but the caller shows the result. */
export async function copyAndReport(text: string, label: string, report: (message: string) => void): Promise<void> {
  report((await copyText(text)) ? `${label} copied` : DENIED);
}
