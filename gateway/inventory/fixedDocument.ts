import type { FixedDocument } from '../documents/documentKindOf.ts';
import type { Entry } from './entry.ts';

/** What nobody has written here is the file's, or the gateway's own word about its machine, which the file decides. */
export const toFixedDocument = ({ document, origin }: Entry): FixedDocument => ({
  name: document.metadata.name,
  document,
  origin: origin === 'dynamic' ? 'seed' : 'config-file',
});
