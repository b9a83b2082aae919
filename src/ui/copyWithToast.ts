import { copyText } from './copyText.ts';
import { toasts } from './toasts.ts';

/** Copies and shows the result; `label` was copied ("Link", a name). Call it from a click or key handler. */
export const copyWithToast = (text: string, label: string): Promise<void> =>
  copyAndReport(text, label, (message, isWarning) => toasts.show({ text: message, isWarning }));

type Report = (message: string, isWarning: boolean) => void;

/** As `copyWithToast`, but the caller shows the result. */
export async function copyAndReport(text: string, label: string, report: Report): Promise<void> {
  if (await copyText(text)) report(`${label} copied`, false);
  else report('Could not copy: the browser denied access to the clipboard', true);
}
