// What pages offer to Assist. Assist itself is loaded on demand: pages know only this.
import { ValueStore } from '../lib/valueStore.ts';
import type { Dispose } from '../lib/disposables.ts';
import type { AssistContext } from '../wire/assist/messages.ts';
import { config } from './config.ts';
import { knownUserContext, type UserContext } from './userContext.ts';

/** A question that a user has begun somewhere else. Nothing is sent before they send it. */
export type AssistRequest = { draft: string; context: readonly AssistContext[] };

/** The last question that Assist has not taken over yet. */
export const assistRequest = new ValueStore<AssistRequest | undefined>(undefined);

/** Opens Assist with a draft and the texts that it is about, for the user to read and send. */
export const askAssist = (draft: string, ...context: AssistContext[]): void => assistRequest.set({ draft, context });

/** Whether the cluster has Assist and the user's roles allow it. */
export const hasAssist = (user: Pick<UserContext, 'acl'> | undefined = knownUserContext()): boolean =>
  config.assistEnabled && user?.acl.assist?.list === true;

/** A text that is on the screen. `read` must be cheap: it is called when the text is attached, and while it is. */
export type OfferedContext = Omit<AssistContext, 'text'> & { read: () => string };

/** What the page shows now, by who offers it. */
export const offeredContext = new ValueStore<ReadonlyMap<symbol, OfferedContext>>(new Map());

/** Offers a text for as long as it is on the screen. Assist shows the offer; only the user attaches it. */
export function offerContext(context: OfferedContext): Dispose {
  const key = Symbol(context.kind);
  offeredContext.set(new Map(offeredContext.get()).set(key, context));
  return () => {
    const left = new Map(offeredContext.get());
    left.delete(key);
    offeredContext.set(left);
  };
}

/** The offer with its text as it is now. */
export const readOffer = ({ kind, title, read }: OfferedContext): AssistContext => ({ kind, title, text: read() });
