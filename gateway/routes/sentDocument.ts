import type { DocumentKind } from '../documents/documentKind.ts';
import { requireWrite } from '../documents/Documents.ts';
import { toSentDocument, type SentDocument } from '../documents/sentDocument.ts';
import { textsOf } from '../documents/texts.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import type { SignedInCall } from './api.ts';
import { requesterOf } from './requester.ts';

type Write = {
  /** What the document may be. */
  kinds: readonly DocumentKind[];
  doing: 'create' | 'update';
  /** As the address says it. */
  name?: string;
  /** A name for a document that has none, where the server gives one. */
  nameOf?: ((document: unknown) => string) | undefined;
};

/**
 * The document in a request's body, and the revision that it was made from. The rules are asked before anything is read:
 * reading a text is work.
 */
export async function readSent(
  { tasks }: Pick<Gateway, 'tasks'>,
  call: SignedInCall,
  { kinds, doing, name = '', nameOf }: Write,
): Promise<SentDocument & { since: { revision?: string } }> {
  requireAnyWrite(kinds, call.caller, doing, name);
  const body = await call.body();
  const since = body.raw('revision') === undefined ? {} : { revision: body.text('revision') };
  const sent = await toSentDocument(body.text('content'), textsOf(tasks, requesterOf(call)), nameOf);
  return { ...sent, since };
}

/** Who may write none of the kinds is told of the first. */
function requireAnyWrite(kinds: readonly DocumentKind[], caller: Caller, doing: Write['doing'], name: string): void {
  const refusals = kinds.map((kind) => {
    try {
      requireWrite(kind, caller, doing, name);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return error;
    }
  });
  const [first] = refusals;
  if (first && !refusals.includes(undefined)) throw first;
}
