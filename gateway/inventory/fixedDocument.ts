import type { FixedDocument } from '../documents/documentKindOf.ts';
import type { Entry } from './entry.ts';

/** A read-only document: of the file, or the gateway's document of its own machine, which the file configures. */
export const toFixedDocument = ({ document, origin }: Entry): FixedDocument => ({
  name: document.metadata.name,
  document,
  origin: origin === 'dynamic' ? 'seed' : 'config-file',
});
