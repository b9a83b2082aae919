// The context that pages offer to Assist. Assist itself is loaded on demand: pages only import this file.
import { ValueStore } from '../lib/valueStore.ts';
import type { Dispose } from '../lib/disposables.ts';
import type { AssistContext } from '../wire/assist/messages.ts';
import { config } from './config.ts';
import { knownUserContext, type UserContext } from './userContext.ts';

/** A question that a user started on another page. Nothing is sent before the user sends it. */
export type AssistRequest = { draft: string; context: readonly AssistContext[] };

/** The last question that Assist has not taken over yet. */
export const assistRequest = new ValueStore<AssistRequest | undefined>(undefined);

/** Opens Assist with a draft and its context, for the user to read and send. */
export const askAssist = (draft: string, ...context: AssistContext[]): void => assistRequest.set({ draft, context });

/** Whether the cluster has Assist and the user's roles allow it. */
export const hasAssist = (user: Pick<UserContext, 'acl'> | undefined = knownUserContext()): boolean =>
  config.assistEnabled && user?.acl.assist?.list === true;

/**
 * A text on the screen. `read` must be cheap: Assist calls it when the user attaches the text, and while it is
 * attached.
 */
export type OfferedContext = Omit<AssistContext, 'text'> & { read: () => string };

/** The texts that are shown now, by the component that offers them. */
export const offeredContext = new ValueStore<ReadonlyMap<symbol, OfferedContext>>(new Map());

/** Offers a text while it is on the screen. Assist shows the offer, and only the user attaches it. */
export function offerContext(context: OfferedContext): Dispose {
  const key = Symbol(context.kind);
  offeredContext.set(new Map(offeredContext.get()).set(key, context));
  return () => {
    const remaining = new Map(offeredContext.get());
    remaining.delete(key);
    offeredContext.set(remaining);
  };
}

/** The offer with its current text. */
export const readOffer = ({ kind, title, read }: OfferedContext): AssistContext => ({ kind, title, text: read() });
