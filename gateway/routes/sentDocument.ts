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
  /** The allowed kinds of the document. */
  kinds: readonly DocumentKind[];
  doing: 'create' | 'update';
  /** The name in the URL. */
  name?: string;
  /** The name of a document that has none, if the server assigns one. */
  nameOf?: ((document: unknown) => string) | undefined;
};

/**
 * The document in a request's body, and the revision that it is based on. The rules are checked before the text is
 * parsed, because parsing is expensive.
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

/** A caller who may write none of the kinds gets the refusal of the first. */
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
