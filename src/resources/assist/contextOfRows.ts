import { useEffect, useEffectEvent } from 'react';
import { hasAssist, offerContext } from '../../api/assistRequests.ts';
import type { AssistModule } from '../../descriptors/model/assistModel.ts';
import type { Row } from '../../descriptors/row.ts';
import type { AssistContext } from '../../wire/assist/messages.ts';

type Module = AssistModule<Row>;

/** The context for Assist from these rows, once the user attaches it. */
export const contextOfRows = (module: Module, rows: readonly Row[]): AssistContext => ({
  kind: module.kind,
  title: module.title(rows),
  text: module.text(rows),
});

/** Offers the rows to Assist as long as they are shown. */
export function useOfferedRows(module: Module | undefined, rows: readonly Row[]): void {
  const context = module && rows.length > 0 && hasAssist() ? contextOfRows(module, rows) : undefined;
  // The same rows make the same offer, even if the list renders again.
  const key = context && JSON.stringify(context);
  const offer = useEffectEvent(() => context && offerContext({ ...context, read: () => context.text }));
  useEffect(() => (key === undefined ? undefined : offer()), [key]);
}

/** Offers the document of an open editor, with its text at the time when the user attaches it. */
export function useOfferedDocument(
  module: Module | undefined,
  title: string,
  document: { readonly text: string },
): void {
  const kind = module && hasAssist() ? module.kind : undefined;
  useEffect(
    () => (kind ? offerContext({ kind, title, read: () => document.text }) : undefined),
    [kind, title, document],
  );
}
